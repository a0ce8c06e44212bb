/** Tells a host what fetches; no version of the machine, no name of the person. */
export const benchloopUserAgent = 'bench-loop';
