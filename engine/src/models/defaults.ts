import type { Bytes, Milliseconds } from '@benchloop/spec';

/** Hugging Face's public address, unless `HF_ENDPOINT` names another. */
export const huggingFaceEndpoint = 'https://huggingface.co';
/** The public Python package index, used where no other is set. */
export const publicPackageIndex = 'https://pypi.org/simple';
/** Time to reach a host. Short, because a blocked host must not hold up the next source. */
export const connectTimeoutMs: Milliseconds = 3_000;
/** Longest silence of a server before the connection counts as dropped. */
export const idleTimeoutMs: Milliseconds = 30_000;
/** Waits before each new try after a drop without progress; their number is the number of retries. */
export const retryDelaysMs: readonly Milliseconds[] = [500, 1_000, 2_000];
/** Space left free on the disk after a download, so that the run itself can still be written. */
export const spareDiskBytes: Bytes = 64 * 1024 * 1024;
/** A lock whose owner gave no sign of life for this long is taken over. */
export const staleLockMs: Milliseconds = 30_000;
