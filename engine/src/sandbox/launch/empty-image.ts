const blockBytes = 512;
const folders = ['bin', 'dev', 'etc', 'lib', 'lib32', 'lib64', 'proc', 'run', 'sbin', 'sys', 'tmp', 'usr'];

/** One folder's entry in a tar archive (POSIX ustar): owner root, time 0. */
const folderEntry = (name: string): Buffer => {
  const block = Buffer.alloc(blockBytes);
  block.write(`${name}/`, 0);
  block.write('0000755\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write('00000000000\0', 124);
  block.write('00000000000\0', 136);
  block.write('        ', 148);
  block.write('5', 156);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
};

/** A tar archive of the folders over which a container's mounts go, and of nothing else. */
export const emptyImage = (): Buffer => Buffer.concat([...folders.map(folderEntry), Buffer.alloc(2 * blockBytes)]);
