import { describe, expect, test } from 'vitest';
import { faultsOf, remedyOf, versionFaults } from './known-faults.ts';
import { serverKindIds } from './identify.ts';

describe('known faults of versions', () => {
  test.each([
    ['ollama', '0.4.7', 3],
    ['ollama', 'v0.8.0-rc1', 1],
    ['ollama', '0.17.4', 0],
    ['ollama', null, 0],
    ['ollama', 'unknown', 0],
    ['lm-studio', '0.3.17', 1],
    ['lm-studio', '0.3.18', 1],
    ['lm-studio', '0.3.19', 0],
    ['vllm', '0.1.0', 0],
  ])('%s %s has %i', (kind, version, count) => expect(faultsOf({ kind, version })).toHaveLength(count));

  test('the remedy names the newest version that is needed', () => {
    expect(remedyOf(faultsOf({ kind: 'ollama', version: '0.4.7' }))).toBe('Update the server to 0.9.0 or newer.');
    expect(remedyOf([])).toBeNull();
  });

  test('each entry is of a kind that is known, dated, and says where it is told', () => {
    for (const { kind, asOf, source, from, below } of versionFaults) {
      expect(serverKindIds).toContain(kind);
      expect(asOf).toMatch(/^\d{4}-\d\d-\d\d$/u);
      expect(source).not.toBe('');
      expect(from).not.toBe(below);
    }
  });
});
