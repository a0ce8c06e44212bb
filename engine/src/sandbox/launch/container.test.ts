import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLevel, openStrongest } from '../levels.ts';
import { prepareChildProgram } from '../runtime-files.ts';
import { openSandboxSession } from '../sandbox-session.ts';
import { containerImage, containerWall } from './container.ts';
import { emptyImage } from './empty-image.ts';
import { findContainerWall } from './find-wall.ts';
import { filteredArchitectures } from './seccomp.ts';

const isUsed = process.platform === 'linux' && filteredArchitectures.includes(process.arch);

/** An engine that keeps no wall: it notes what it is asked and runs the command of a container as a process of this machine. */
const engineText = (log: string): string => `#!/bin/sh
printf '%s\\n' "$*" >> '${log}'
case "$1" in
  image) exit 1 ;;
  import) cat > '${log}.image' ;;
  run)
    while [ "$1" != '${containerImage}' ]; do shift; done
    shift
    exec "$@" ;;
esac
`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'container-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fakeEngine = (name: string, text = engineText(join(folder, 'log'))): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
};
const asked = (): string[] => readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');

const commandFor = (readable: readonly string[]) =>
  containerWall('/x/podman')?.command({ node: process.execPath, readable, nodeArgs: ['--no-addons', 'child.js'], folder });

describe.skipIf(!isUsed)('the command', () => {
  test('takes everything from the container but what the child reads', () => {
    const { file, args, end } = commandFor([folder]) ?? { file: '', args: [] };
    const text = args.join(' ');
    expect(file).toBe('/x/podman');
    for (const wanted of [
      '--network none',
      '--read-only',
      '--cap-drop ALL',
      '--pull never',
      '--user 65534:65534',
      '--pids-limit 128',
      '--security-opt no-new-privileges',
      `--security-opt seccomp=${join(folder, 'seccomp.json')}`,
      `--mount type=bind,source=${folder},target=${folder},readonly`,
    ])
      expect(text).toContain(wanted);
    expect(text).toMatch(/--memory \d+ --memory-swap \d+ /u);
    expect(text).not.toMatch(/--privileged|--env|--volume|--device|docker\.sock/u);
    const mounts = args.filter((_arg, at) => args[at - 1] === '--mount');
    expect(mounts.length).toBeGreaterThanOrEqual(2);
    expect(mounts.filter((mount) => !mount.endsWith(',readonly'))).toEqual([]);
    expect(args.slice(args.indexOf(containerImage))).toEqual([
      containerImage,
      '/usr/bin/env',
      '-i',
      expect.stringContaining('node'),
      '--no-addons',
      'child.js',
    ]);
    expect(end).toEqual({ file: '/x/podman', args: ['rm', '--force', args[args.indexOf('--name') + 1]] });
  });

  test('each container has a name of its own', () => {
    const names = [0, 1].map(() => commandFor([])?.end?.args.at(-1));
    expect(new Set(names).size).toBe(2);
  });

  test('a path that would say more than a path is refused', () => {
    const odd = mkdtempSync(join(folder, 'a,readonly=false,source='));
    expect(() => commandFor([odd])).toThrow('cannot be given');
  });
});

test('the image is an archive of empty folders', () => {
  const image = emptyImage();
  expect(image.length % 512).toBe(0);
  const entries = Array.from({ length: image.length / 512 - 2 }, (_, at) => image.subarray(at * 512, at * 512 + 512));
  for (const entry of entries) {
    expect(entry.toString('latin1', 0, 100).replace(/\0.*$/su, '')).toMatch(/^[a-z0-9]+\/$/u);
    const sum = entry.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
    expect(Number.parseInt(entry.toString('latin1', 148, 154), 8)).toBe(sum);
  }
});

describe.skipIf(!isUsed)('finding an engine', () => {
  const never = AbortSignal.any([]);

  test('none installed, or one that does not work, is said with the next step', async () => {
    expect(await findContainerWall('/nowhere')).toMatchObject({ missing: 'neither podman nor docker is installed' });
    const broken = mkdtempSync(join(folder, 'broken-'));
    writeFileSync(join(broken, 'docker'), '#!/bin/sh\necho "cannot connect to the daemon" >&2\nexit 1\n');
    chmodSync(join(broken, 'docker'), 0o755);
    expect(await findContainerWall(broken)).toMatchObject({
      missing: expect.stringContaining('docker does not work: cannot connect to the daemon') as string,
      remedy: expect.stringContaining('info') as string,
    });
    fakeEngine('podman');
    expect(await findContainerWall(`${broken}${delimiter}${folder}`)).toHaveProperty('wall');
  });

  test('an engine that keeps no wall is caught by trying it, and the level is refused', async () => {
    fakeEngine('podman');
    const { session } = await openLevel('container', `${folder}${delimiter}/usr/bin${delimiter}/bin`);
    expect(session).toMatchObject({ reason: 'the wall of a container does not hold: a file outside of it can be read' });
    expect(asked().some((line) => line.startsWith(`import - ${containerImage}`))).toBe(true);
    expect(readFileSync(join(folder, 'log.image')).equals(emptyImage())).toBe(true);
  });

  test('the child works behind the command, and its container is removed at the end', async () => {
    const wall = containerWall(fakeEngine('podman'));
    const program = await prepareChildProgram();
    const session = await openSandboxSession(program, 'container', wall);
    const run = await session.run(
      {
        language: 'javascript',
        program: 'const f = () => 3;',
        calls: [{ id: 'a', script: 'return f()' }],
        limits: { cpuMs: 2000, memoryBytes: 32 * 1024 ** 2, outputBytes: 100, fileBytes: 100 },
      },
      never,
    );
    expect(run.calls[0]?.value).toEqual({ t: 'int', v: '3' });
    await session.close();
    await program.remove();
    const name = /--name (\S+)/u.exec(asked().findLast((line) => line.startsWith('run ')) ?? '')?.[1] ?? '?';
    await expect.poll(asked, { timeout: 30_000 }).toContain(`rm --force ${name}`);
  });
});

describe.skipIf(!isUsed)('where bubblewrap is missing', () => {
  const engines = ['podman', 'docker'].flatMap((name) =>
    (process.env['PATH'] ?? '')
      .split(delimiter)
      .map((place) => join(place, name))
      .filter((path) => existsSync(path))
      .slice(0, 1)
      .map((path) => ({ name, path })),
  );

  test('a container engine that holds is chosen, and otherwise WebAssembly alone', async (context) => {
    context.skip(engines.length === 0, 'neither podman nor docker is installed: apt-get install podman');
    const only = mkdtempSync(join(folder, 'engines-'));
    for (const { name, path } of engines) symlinkSync(path, join(only, name));
    const container = await openLevel('container', only);
    await container.close();
    const strongest = await openStrongest(only);
    await strongest.close();
    const holds = !('reason' in container.session);
    expect('level' in strongest.session && strongest.session.level).toBe(holds ? 'container' : 'wasm');
  });
});
