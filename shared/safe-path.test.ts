import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safePath } from './safe-path.ts'

const origin = 'https://give.example'

test.each([
  '//evil',
  '/\\evil',
  'https://evil',
  '/%2f%2fevil',
  'javascript:alert(1)',
  '',
  'v4/x',
  '///evil',
  '\\\\evil',
  '/\t/evil',
  '/x%0d%0aSet-Cookie:a',
  '/user@evil',
  '/a//b',
  '/%5cevil',
  '/%zz',
  '/.//evil',
  '/..//evil',
  'https://give.example.evil/x',
  'https://give.example@evil/x',
  'https://a:b@give.example/x',
  'http://give.example/x',
  '\u0000/x',
  ' /x',
  'data:text/html,x',
])('security-6: "%s" leads to the home page', (input) => {
  expect(safePath(input, origin)).toBe('/')
})

test.each([
  ['/v4/x', '/v4/x'],
  ['/', '/'],
  ['/thankyou/clean-water?src=zakat-home#top', '/thankyou/clean-water?src=zakat-home#top'],
  [
    '/v4/checkout/x?redirectURL=https%3A%2F%2Fgive.example%2Fthankyou%2Fx',
    '/v4/checkout/x?redirectURL=https%3A%2F%2Fgive.example%2Fthankyou%2Fx',
  ],
  ['https://give.example/thankyou/x?src=a', '/thankyou/x?src=a'],
  ['https://GIVE.example:443/x', '/x'],
  ['https://give.example', '/'],
  ['/v4/campaign/زكاة', '/v4/campaign/%D8%B2%D9%83%D8%A7%D8%A9'],
])('%s leads to %s [S1 §2.2]', (input, path) => {
  expect(safePath(input, origin)).toBe(path)
})

test('an absolute URL is refused if our origin is unknown', () => {
  expect(safePath('https://give.example/x')).toBe('/')
  expect(safePath(null)).toBe('/')
  expect(safePath(undefined)).toBe('/')
})

test('any input leads to our origin and cannot add a header', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '//',
    'evil.example',
    '@',
    ':',
    '%2f',
    '%5c',
    '%0d%0a',
    '?',
    '#',
    '.',
    '..',
    'https:',
    'javascript:',
    '\n',
    '\t',
    ' ',
    'a',
    'ز',
    '%',
    '%25',
  )
  const nasty = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(
      fc.oneof(
        nasty,
        nasty.map((rest) => `/${rest}`),
        nasty.map((rest) => origin + rest),
        fc.webUrl(),
        fc.string(),
      ),
      (input) => {
        const path = safePath(input, origin)
        expect(path.startsWith('/') && new URL(path, origin).origin === origin).toBe(true)
        expect(path).toMatch(/^[\x21-\x7e]+$/)
      },
    ),
    { numRuns: 2000 },
  )
})
