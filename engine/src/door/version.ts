import packageFile from '../../package.json' with { type: 'json' };

/** Version of BenchLoop; equal in every workspace. */
export const version: string = packageFile.version;
