import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cardMessages } from '#modules/money/cards/messages.ts'
import { fundraisingMessages } from '#modules/organizers/fundraising/messages.ts'
import { identityMessages } from '#modules/platform/identity/messages.ts'
import { newBrowserMessages } from '#modules/platform/identity/login/new-browser-messages.ts'
import { letters } from '#modules/trust/moderation/messages.ts'
import { organizingMessages } from '#modules/organizers/organizing/messages.ts'
import { privacyMessages } from '#modules/trust/privacy/messages.ts'
import { erasureMessages } from '#modules/trust/privacy/messages-erasure.ts'
import { receiptMessages } from '#modules/money/receipts/messages.ts'
import { copyMessages } from '#modules/money/receipts/messages-copy.ts'
import { referralsMessages } from '#modules/organizers/referrals/messages.ts'
import { refundMessages } from '#modules/money/refunds/messages.ts'
import { planMailMessages } from '#modules/recurring/notices/mails/words.ts'
import type { Catalogue, Locale, Message } from '#shared/text.ts'
import { catalogues } from '#web/lib/catalogues.ts'

const ofWeb = Object.keys(catalogues.en).map((feature) => {
  const of = feature as keyof typeof catalogues.en
  return { en: catalogues.en[of], ar: catalogues.ar[of] }
})
const ofMails = [
  cardMessages,
  fundraisingMessages,
  identityMessages,
  newBrowserMessages,
  letters,
  organizingMessages,
  privacyMessages,
  erasureMessages,
  receiptMessages,
  copyMessages,
  referralsMessages,
  refundMessages,
  planMailMessages,
]
const all: readonly Readonly<Record<Locale, Catalogue>>[] = [...ofWeb, ...ofMails]
const entries = (locale: Locale) => all.flatMap((each) => Object.entries(each[locale]))
const forms = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message))
const places = (message: Message) =>
  [...new Set(forms(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].toSorted()
/** Texts of one language that a sign or word is found in, by their key. */
const holding = (locale: Locale, sign: RegExp) =>
  entries(locale).flatMap(([key, message]) => forms(message).flatMap((text) => (sign.test(text) ? [[key, text]] : [])))

test('every text is there in both languages, with the same places to fill', () => {
  expect(entries('en').length).toBeGreaterThan(2000)
  for (const { en, ar } of all) {
    expect(Object.keys(ar).toSorted()).toEqual(Object.keys(en).toSorted())
    for (const [key, message] of Object.entries(en)) expect([key, places(ar[key]!)]).toEqual([key, places(message)])
  }
})

test('what is counted in Arabic has its dual and its plural of few', () => {
  const needsForms = all.flatMap(({ en, ar }) =>
    Object.keys(en).filter(
      (key) => typeof en[key] !== 'string' || /\{count\} [\u0600-\u06ff]/.test(forms(ar[key]!).join(' ')),
    ),
  )
  const has = (message: Message) =>
    typeof message !== 'string' && message.two !== undefined && message.few !== undefined
  expect(needsForms.length).toBeGreaterThan(50)
  expect(needsForms.filter((key) => !all.every(({ ar }) => ar[key] === undefined || has(ar[key])))).toEqual([])
})

test('Arabic has Arabic signs, the digits of the figures beside it, and its tanwin on the letter before the alif', () => {
  expect(holding('ar', /[\u0600-\u06ff] ?[,;?]/)).toEqual([])
  expect(holding('ar', /[\u0660-\u0669\u06f0-\u06f9]/)).toEqual([])
  expect(holding('ar', /\u0627\u064b/)).toEqual([])
})

/** Names, and what is typed or stands in a file as it is here. */
const latin =
  /\{\w+\}|\b(?:Gift Aid|Apple Pay|Google Pay|GOV\.UK|JavaScript|JSON|CSV UTF-8|CSV|PDF|PNG|JPEG|WebP|AVIF|GIF|A4|UTC|ZIP|3DS|E\.164|Tab|Enter|[JKAR]|Idempotency-Key|application\/json)\b|name@example\.org|https:\/\/|umeed-trust|mosque-board|Charity no\. 1098765|EIN 12-3456789|\/(?:v4\/events|media|art)\//g

test('nothing of the Arabic is left in English', () => {
  const rest = entries('ar').flatMap(([key, message]) =>
    forms(message).flatMap((text) => (/[A-Za-z]/.test(text.replace(latin, '')) ? [[key, text]] : [])),
  )
  expect(rest).toEqual([])
})

test('an e-mail address inside a sentence of a page keeps its order in Arabic: it is set apart by U+2068 and U+2069', () => {
  const said = globSync('web/**/*.tsx').flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    return Array.from(source.matchAll(/\bt\('[\w.-]+', \{[^}]*?\bemail(: `\\u2068)?[^\n]*/g), ([call, apart]) => ({
      call,
      isApart: apart !== undefined || source.includes('const email = `\\u2068'),
    }))
  })
  expect(said.length).toBeGreaterThan(15)
  expect(said.filter(({ isApart }) => !isApart)).toEqual([])
})

test.each<[Locale, RegExp, string]>([
  ['en', /e-mail/i, 'email'],
  ['en', /[a-z,:;] Zakat\b/, 'zakat, within a sentence'],
  ['en', /As-salamu/, 'Salam'],
  ['en', /[Oo]rganis/, 'organize, as organizer and organization'],
  ['ar', /بنك(?! المركزي)|بنوك/, 'مصرف'],
  ['ar', /مؤسس/, 'جمعية'],
  ['ar', /لم يُحصَّل شيء|ولم يُحصَّل/, 'لم يُخصم'],
  ['ar', /تشجيع/, 'كلمة دعم'],
  ['ar', /مستجدات/, 'الأخبار'],
  ['ar', /مناسبة/, 'فعالية'],
  ['ar', /تبويب/, 'نافذة'],
  ['ar', /جافا|جيفت/, 'JavaScript, Gift Aid'],
  ['ar', /مجهول/, 'فاعل خير (islamic.md 7)'],
  ['ar', /[تبقلي]كم(?![\u0600-\u06ff])(?<!عليكم)|تموه|يمكنكم/, 'the address of one person, as everywhere'],
])('%s: %s is said by another word: %s', (locale, word) => {
  expect(holding(locale, word).filter(([key]) => !key!.startsWith('csv-'))).toEqual([])
})
