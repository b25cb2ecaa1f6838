import { expect, test } from 'vitest'
import { checkFreeText, checkName, normalizeLine } from './free-text.ts'

test('a public name or place is one tidy line, and empty if nothing of it is visible', () => {
  expect([normalizeLine('  Amina \n Khan '), normalizeLine('٧'), normalizeLine('!'), normalizeLine('★')]).toEqual([
    'Amina Khan',
    '٧',
    '!',
    '★',
  ])
  expect([normalizeLine(''), normalizeLine('   '), normalizeLine('\u200b\u2060'), normalizeLine('\u0301')]).toEqual([
    '',
    '',
    '',
    '',
  ])
})

test('text that the database can’t store stays as typed, so that its field refuses it', () => {
  expect(normalizeLine('  a\u0000b  ')).toBe('  a\u0000b  ')
  expect(normalizeLine(' \ud800 ')).toBe(' \ud800 ')
})

test('the length of free text is counted in characters without surrounding spaces', () => {
  expect([
    checkFreeText(undefined, 3),
    checkFreeText('abc', 3),
    checkFreeText('  abc ', 3),
    checkFreeText('😀😀😀', 3),
  ]).toEqual([undefined, undefined, undefined, undefined])
  expect(checkFreeText('abcd', 3)).toEqual({ code: 'text-too-long', params: { max: 3 } })
  expect(checkFreeText('4242 4242 4242 4242', 99)).toEqual({ code: 'card-number-in-text' })
})

test('a name that a spreadsheet would run as a formula is refused', () => {
  expect(['=1', '+1', '-1', '@a', '  =1'].map((name) => checkName(name, 9)?.code)).toEqual(
    Array(5).fill('name-invalid'),
  )
  expect([checkName(undefined, 9), checkName('', 9), checkName('Al-Amin', 9)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(checkName('abcd', 3)?.code).toBe('text-too-long')
})
