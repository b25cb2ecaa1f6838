import { describe, expect, test } from 'vitest'
import {
  checkSettings,
  hasOnlyOwnLinks,
  isSafeLink,
  normalizeSettings,
  type Settings,
  settingsLimits,
} from './settings.ts'

const website = 'https://rahma.example'
const faultsOf = (settings: Partial<Settings>) => checkSettings(settings, website)
const tooLong = (max: number) => ({ code: 'text-too-long', params: { max } })

describe('settings are normalized (content-28)', () => {
  test.each<[Partial<Settings>, Partial<Settings>]>([
    [{}, {}],
    [{ name: '  Rahma \n\t Relief ' }, { name: 'Rahma Relief' }],
    [{ nameAr: ' رحمة   للإغاثة ' }, { nameAr: 'رحمة للإغاثة' }],
    [{ about: ' First  line\r\n\r\nsecond Line \r\n' }, { about: 'First  line\n\nsecond Line' }],
    [{ thanksEn: ' Thank  you ' }, { thanksEn: 'Thank  you' }],
    [{ email: ' Team@Rahma.example ' }, { email: 'Team@Rahma.example' }],
    [{ primaryColour: ' #4aa56f ' }, { primaryColour: '#4AA56F' }],
    [{ website: ` ${website}/Give ` }, { website: `${website}/Give` }],
    [{ phone: ' +44 (20) 7946-00.00 ' }, { phone: '+442079460000' }],
    [{ phone: '٠٢٠ – ٧٩٤٦ − ٠٠٠٠' }, { phone: '02079460000' }],
    [{ phone: '\u202a+44 20\u00a07946 0000\u202c ext. 5' }, { phone: '+442079460000ext5' }],
    [
      { phone: ' ', about: '' },
      { phone: '', about: '' },
    ],
  ])('%o becomes %o', (typed, settings) => expect(normalizeSettings(typed)).toEqual(settings))
})

describe('a link is https on a named host (content-28)', () => {
  test.each([
    'https://rahma.example',
    'https://rahma.example:443/give?a=b#c',
    'https://sub.rahma.co.uk/',
    'https://موقع.امارات/تبرع',
    'https://xn--mgbx4cd0ab.xn--p1ai/',
    'HTTPS://RAHMA.EXAMPLE',
  ])('%j is safe', (link) => expect(isSafeLink(link)).toBe(true))

  test.each([
    '',
    'rahma.example',
    'ftp://rahma.example',
    'https://:secret@rahma.example',
    'https://name:secret@rahma.example',
    'https://rahma.example:444',
    'https://rahma',
    'https://rahma.e',
    'https://rahma.ex4mple',
    'https://rahma.example.',
    'https://rahma.xn--p1ai.c',
    'https://2130706433/',
    'https://0x7f.1/',
  ])('%j is not', (link) => expect(isSafeLink(link)).toBe(false))

  test('it has at most 200 characters', () => {
    const linkOf = (length: number) => `${website}/`.padEnd(length, 'a')
    expect(settingsLimits.link).toBe(200)
    expect([isSafeLink(linkOf(200)), isSafeLink(linkOf(201))]).toEqual([true, false])
  })

  test('with allowed hosts it is on one of them or on a part of one', () => {
    const allowed = ['x.com', 'twitter.com']
    expect(['https://x.com/a', 'https://mobile.twitter.com/a'].map((link) => isSafeLink(link, allowed))).toEqual([
      true,
      true,
    ])
    expect(['https://netflix.com/a', 'https://x.com.example/a'].map((link) => isSafeLink(link, allowed))).toEqual([
      false,
      false,
    ])
    expect(isSafeLink(website, [])).toBe(false)
  })
})

describe('each fault has its code (content-28)', () => {
  test.each<[Partial<Settings>, ReturnType<typeof checkSettings>]>([
    [{}, {}],
    [{ name: '' }, { name: { code: 'charity-name-missing' } }],
    [{ nameAr: '' }, {}],
    [{ name: 'x'.repeat(120), nameAr: 'x'.repeat(120) }, {}],
    [{ name: 'x'.repeat(121) }, { name: tooLong(120) }],
    [{ nameAr: 'x'.repeat(121) }, { nameAr: tooLong(120) }],
    [{ about: 'x'.repeat(2000) }, {}],
    [{ about: 'x'.repeat(2001) }, { about: tooLong(2000) }],
    [{ email: 'team@rahma.example' }, {}],
    [{ email: '' }, { email: { code: 'email-missing' } }],
    [{ email: 'team' }, { email: { code: 'email-invalid' } }],
    [{ website: '' }, {}],
    [{ website }, {}],
    [{ website: 'http://rahma.example' }, { website: { code: 'website-not-valid' } }],
    [{ thanksEn: 'x'.repeat(600), thanksAr: 'x'.repeat(600) }, {}],
    [{ thanksEn: 'x'.repeat(601) }, { thanksEn: tooLong(600) }],
    [{ thanksAr: 'x'.repeat(601) }, { thanksAr: tooLong(600) }],
    [{ thanksEn: 'https://evil.example' }, { thanksEn: { code: 'thanks-foreign-link' } }],
    [{ thanksAr: 'https://evil.example', thanksEn: website }, { thanksAr: { code: 'thanks-foreign-link' } }],
  ])('%o has the faults %o', (settings, faults) => expect(faultsOf(settings)).toEqual(faults))

  test('a colour is # and six hexadecimal digits', () => {
    for (const primaryColour of ['#4AA567', '#000000', '#FFFFFF']) expect(faultsOf({ primaryColour })).toEqual({})
    for (const primaryColour of ['', '#FFF', '#4AA5677', 'x#4AA567', '#4AA567x', '#4aa567', '#GGGGGG', '4AA567'])
      expect([primaryColour, faultsOf({ primaryColour })]).toEqual([
        primaryColour,
        { primaryColour: { code: 'colour-not-valid' } },
      ])
  })

  test.each([
    ['facebook', ['facebook.com']],
    ['twitter', ['x.com', 'twitter.com']],
    ['instagram', ['instagram.com']],
    ['youtube', ['youtube.com']],
    ['linkedin', ['linkedin.com']],
  ] as const)('a link of %s is on %j', (network, hosts) => {
    for (const host of hosts) {
      expect(faultsOf({ [network]: `https://${host}/rahma` })).toEqual({})
      expect(faultsOf({ [network]: `https://www.${host}/rahma` })).toEqual({})
    }
    const faults = { [network]: { code: 'link-not-of-network', params: { host: hosts[0] } } }
    for (const link of [`http://${hosts[0]}/rahma`, `${website}/rahma`, `https://not${hosts[0]}/rahma`])
      expect(faultsOf({ [network]: link })).toEqual(faults)
    expect(faultsOf({ [network]: '' })).toEqual({})
  })
})

describe('a thank-you text links to the charity’s own website only (content-29)', () => {
  test.each([
    '',
    'No link, and/or a date 1/2/2026',
    'Awww.that is kind',
    'https://rahma.example',
    'http://rahma.example/news',
    'HTTPS://RAHMA.EXAMPLE/',
    'www.rahma.example',
    'See rahma.example/news and news.rahma.example/2026.',
    'rahma.example/share?u=https://rahma.example',
    'rahma.example/go/evil.example/',
    'https://rahma.example/?to=https://evil.example',
  ])('%j has only own links', (text) => {
    expect(hasOnlyOwnLinks(text, website)).toBe(true)
    expect(hasOnlyOwnLinks(text, 'https://www.rahma.example/en')).toBe(true)
  })

  test.each([
    'Visit https://rahma.example.',
    'Visit us (https://www.rahma.example)!',
    'https://rahma.example, then give',
    'تفضلوا بزيارة https://rahma.example، وشكرا',
    'See “rahma.example/”.',
    '<https://rahma.example>',
  ])('punctuation after a link isn’t part of it: %j', (text) => expect(hasOnlyOwnLinks(text, website)).toBe(true))

  test.each([
    'http://evil.example',
    'https://rahma.example https://evil.example',
    'https://rahma.example@evil.example',
    'https://evilrahma.example',
    'https://rahma.example.evil.example.',
    'https://rahma.example,evil.example',
    'www.evil.example/?to=https://rahma.example',
    'evil.example/',
    'évil.example/',
    'हिन्दी.example/',
    'my_evil-2.example/',
    '٢٣.example/x',
    'pay.evil.example/rahma',
    'www.evil.example',
    'WWW.EVIL.EXAMPLE',
    'https://%',
    // Another host, whose first letter isn't Latin or has an accent.
    'érahma.example/pay',
    'وrahma.example/pay',
    'www.érahma.example',
    // Signs before a link that keep it a link in mail programs.
    '_https://evil.example_',
    '1https://evil.example',
    '_www.evil.example',
    'هناwww.evil.example',
  ])('%j has a foreign link', (text) => expect(hasOnlyOwnLinks(text, website)).toBe(false))

  test('a website with letters of any script is the own one', () => {
    expect(hasOnlyOwnLinks('https://münchen.example/ und münchen.example/x', 'https://münchen.example')).toBe(true)
    expect(hasOnlyOwnLinks('nchen.example/x', 'https://münchen.example')).toBe(false)
    expect(hasOnlyOwnLinks('https://awww.example', 'https://awww.example')).toBe(true)
    expect(hasOnlyOwnLinks('https://aexample', 'https://awww.example')).toBe(false)
  })

  test('all parts of a host are read', () => {
    expect(hasOnlyOwnLinks('news.rahma.org.example/2026', 'https://rahma.org.example')).toBe(true)
    expect(hasOnlyOwnLinks('evil.org.example/2026', 'https://rahma.org.example')).toBe(false)
  })

  test('without a website no link is allowed', () => {
    for (const text of ['https://rahma.example', 'https://rahma.example./x', 'www.rahma.example', 'rahma.example/x'])
      expect([text, hasOnlyOwnLinks(text, '')]).toEqual([text, false])
    expect(hasOnlyOwnLinks('Thank you', '')).toBe(true)
  })
})
