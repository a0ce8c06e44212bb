/** Cases of wire.md, section 13 I, that are played otherwise than the paper says, with the reason. */
export const timingOtherwise: readonly { number: number; reason: string }[] = [
  {
    number: 148,
    reason: 'A connection on loopback is accepted by the system, so the wait is put in front of opening it; the exchange is the real one.',
  },
  {
    number: 152,
    reason: 'Truth for packed tokens is that an event leaves when its last token is made; inter-token times are withheld.',
  },
  {
    number: 153,
    reason:
      'The client’s sockets live in a thread of their own, so a busy main thread moves no stamp and trips nothing; the gate is the client’s delay measured as the run begins, above which the summary withholds inter-token times.',
  },
];
