import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textCell } from './csv.ts'

test.each(['=1+1', '+44123', '-5', '@SUM', '\t=1', '\r=1', ' =1', '\u200b=1', '＝1'])(
  'security-12: %j is no formula any more',
  (text) => {
    expect(textCell(text)).toBe(`'${text}`)
  },
)

test.each(['O’Brien', "O'Brien", 'a=b', '', '7-2026-000001', 'بئر في تشاد'])(
  'security-12: %j stays as it is',
  (text) => {
    expect(textCell(text)).toBe(text)
  },
)

test('no text starts with a character that a spreadsheet runs as a formula', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(textCell(text)).not.toMatch(/^[=+\-@\t\r\n]/)
    }),
  )
})
