import { expect, test } from 'vitest'
import { describeLag } from './archive-check.ts'
import { readRestoreTime } from './recovery-command.ts'

test('reads a time with its zone, as people and PostgreSQL write it', () => {
  const time = new Date('2026-11-29T12:00:00Z')
  for (const text of ['2026-11-29T12:00:00Z', '2026-11-29 12:00:00+00', '2026-11-29T14:00+02:00'])
    expect(readRestoreTime(text)).toEqual(time)
  expect(readRestoreTime('latest')).toBe('latest')
  for (const text of ['2026-11-29T12:00:00', '2026-11-29', 'yesterday', '2026-13-29T12:00:00Z'])
    expect(readRestoreTime(text)).toBeUndefined()
})

test('names what is wrong with an archive that is behind', () => {
  expect(describeLag({ waiting: 61, baseBackup: 25 * 3600 })).toBeUndefined()
  expect(describeLag({ waiting: 660, baseBackup: 0 })).toContain('11 minutes')
  expect(describeLag({ waiting: 0, baseBackup: Infinity })).toContain('no base backup yet')
  expect(describeLag({ waiting: 0, baseBackup: 27 * 3600 })).toContain('27 hours old')
})
