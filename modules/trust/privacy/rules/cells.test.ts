import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exportRows } from './cells.ts'

test('writes each fact as a row, without empty ones', () => {
  expect(
    exportRows({
      account: [{ email: 'a@example.org', lastName: '', roles: [] }],
      donations: [{ gift: 2000 }, { gift: 500, note: null, isZakat: true }],
    }),
  ).toEqual([
    ['account', '1', 'email', 'a@example.org'],
    ['account', '1', 'roles', '[]'],
    ['donations', '1', 'gift', '2000'],
    ['donations', '2', 'gift', '500'],
    ['donations', '2', 'isZakat', 'true'],
  ])
})

test('writes no cell as a formula, whatever its text [security-12]', () => {
  const record = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string())
  fc.assert(
    fc.property(fc.array(record), (records) => {
      for (const [, , , cell] of exportRows({ words: records })) expect(cell).not.toMatch(/^\s*[=+\-@]/)
    }),
  )
})
