/** What a value that leaves the sandbox may be at most. */
export const mostValueDepth = 64;
export const mostValueNodes = 200_000;
export const mostValueBytes = 4 * 1024 ** 2;
/** Whole numbers of more bits do not cross: writing them in decimal costs too much. */
export const mostIntegerBits = 200_000;
/** Of an exception's message, characters. */
export const mostMessageLength = 500;
