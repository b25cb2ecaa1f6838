import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviceOf, devices, sourceOfView } from './view-origin.ts'

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
    'phone',
  ],
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', 'phone'],
  ['Mozilla/5.0 (Linux; Android 13; SM-X710) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'tablet'],
  ['Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1', 'tablet'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15', 'computer'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'computer'],
])('%s is a %s', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device))

const view = (query: string, from: string) => sourceOfView({ query, from, host: 'give.example.org' })

test.each([
  ['?src=mosque-board', 'https://www.google.com/', 'mosque-board'],
  ['?src=%3Cscript%3E', '', 'direct'],
  ['?src=', 'https://www.google.co.uk/', 'search'],
  ['', 'https://l.facebook.com/l.php?u=1', 'facebook'],
  ['', 'android-app://com.whatsapp/', 'whatsapp'],
  ['', 'https://t.co/abc', 'x'],
  ['', 'https://not.co/abc', 'other'],
  ['', 'https://masjid.example.com/friday', 'other'],
  ['', 'https://Give.example.org/v4', 'direct'],
  ['', '', 'direct'],
  ['', 'not a URL', 'direct'],
])('a view with %s from "%s" comes from %s', (query, from, source) => expect(view(query, from)).toBe(source))

test('every view has a source of at most 40 characters and a device', () => {
  fc.assert(
    fc.property(fc.string(), fc.oneof(fc.string(), fc.webUrl()), fc.string(), (query, from, userAgent) => {
      expect(view(query, from)).toMatch(/^[A-Za-z0-9_-]{1,40}$/)
      expect(devices).toContain(deviceOf(userAgent))
    }),
  )
})
