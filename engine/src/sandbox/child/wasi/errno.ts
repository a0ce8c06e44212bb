/** Error numbers of `wasi_snapshot_preview1` (witx `errno`). */
export const errno = {
  success: 0,
  badFd: 8,
  exists: 20,
  tooBig: 22,
  invalid: 28,
  isDirectory: 31,
  tooManyFiles: 33,
  nameTooLong: 37,
  missing: 44,
  noSpace: 51,
  notDirectory: 54,
  notEmpty: 55,
  notSupported: 58,
  readOnly: 69,
  isPipe: 70,
} as const;
export type Errno = (typeof errno)[keyof typeof errno];
