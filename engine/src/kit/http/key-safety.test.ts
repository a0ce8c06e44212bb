import { expect, test } from 'vitest';
import { exposesKey } from './key-safety.ts';

test.each([
  'http://localhost:1',
  'http://127.0.0.1',
  'http://[::1]:8080',
  'http://10.1.2.3',
  'http://192.168.1.5:11434',
  'http://172.16.0.1',
  'http://100.64.0.9',
  'http://[fd00::1]',
  'http://box',
  'http://nas.local',
  'https://api.example.com',
])('%s is safe for a key', (url) => expect(exposesKey(url)).toBe(false));

test.each([
  'http://api.example.com',
  'http://8.8.8.8',
  'http://172.32.0.1',
  'http://100.128.0.1',
  'http://[2001:db8::1]',
  'http://local.example',
])('%s is not', (url) => expect(exposesKey(url)).toBe(true));
