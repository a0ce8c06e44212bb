/** SHA-256 of the source of each scorer, suite and harness with all that it imports. Written by `npm run check -- --write`. */
export const sourceDigests: Readonly<Record<'scorers' | 'suites' | 'harnesses', Readonly<Record<string, string>>>> = {
  scorers: {
    'typed-answer': 'sha256:fdbe0ab01dc536787880ef60e310c4f9e84edbfe23a0459f7ef9733a5bcc62e4',
  },
  suites: {
  },
  harnesses: {
    'hermes': 'sha256:852ab9c8e877bac2a38220c4bb5ff715fd640a7c29e496ba468739d6c6ce37fc',
    'raw': 'sha256:a9cf9055f275efa9b14d3531adf065911f04d710458f95770731c63c2efe4b25',
  },
};
