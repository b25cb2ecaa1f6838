import { expect, test } from 'vitest'
import { checkSettings, hasOnlyOwnLinks, isSafeLink, normalizeSettings } from './settings.ts'

const wrong = (settings: Parameters<typeof normalizeSettings>[0], website = 'https://rahma.example') =>
  Object.keys(checkSettings(normalizeSettings(settings), website))

test('links are https on a named host, those of a network on its own host (content-28)', () => {
  for (const link of [
    'http://rahma.example',
    'https://user@rahma.example',
    'https://rahma.example:8443',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'javascript:alert(1)',
    `https://rahma.example/${'a'.repeat(200)}`,
  ])
    expect([link, isSafeLink(link)]).toEqual([link, false])
  expect(isSafeLink('https://www.rahma.example/give')).toBe(true)
  expect(wrong({ facebook: 'https://m.facebook.com/rahma', twitter: 'https://x.com/rahma' })).toEqual([])
  expect(wrong({ facebook: 'https://facebook.com.evil.example/rahma' })).toEqual(['facebook'])
  expect(wrong({ instagram: 'https://evilinstagram.com/rahma' })).toEqual(['instagram'])
  expect(wrong({ website: '', linkedin: '' })).toEqual([])
})

test('a colour is # and six hexadecimal digits, kept in upper case (content-28)', () => {
  expect(normalizeSettings({ primaryColour: ' #4aa567 ' })).toEqual({ primaryColour: '#4AA567' })
  for (const primaryColour of ['red', '#FFF', '#12345G', '#4AA567;', ''])
    expect([primaryColour, wrong({ primaryColour })]).toEqual([primaryColour, ['primaryColour']])
})

test('own words in mails link to the own website only (content-29)', () => {
  expect(wrong({ thanksEn: 'May Allah accept it. See https://www.rahma.example/news.' })).toEqual([])
  expect(wrong({ thanksAr: 'تقبل الله منكم' })).toEqual([])
  for (const text of [
    'See https://evil.example',
    'www.evil.example',
    'evil.example/pay',
    'https://rahma.example.evil.example',
  ])
    expect([text, hasOnlyOwnLinks(text, 'https://rahma.example')]).toEqual([text, false])
  expect(hasOnlyOwnLinks('https://rahma.example', '')).toBe(false)
  expect(wrong({ thanksEn: 'a'.repeat(601) })).toEqual(['thanksEn'])
})

test('only what is sent is checked and the name is never empty (content-28)', () => {
  expect(wrong({})).toEqual([])
  expect(wrong({ name: ' ' })).toEqual(['name'])
  expect(wrong({ email: 'no address', about: 'a'.repeat(2001) })).toEqual(['about', 'email'])
})
