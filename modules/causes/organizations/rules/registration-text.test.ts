import { expect, test } from 'vitest'
import { catalogueOf } from '#shared/texts/catalogue.ts'
import type { Locale } from '#shared/text.ts'
import { printedRegistration } from './registration.ts'
import { registrationText } from './registration-text.ts'

const textIn = (locale: Locale, printed: string) =>
  registrationText(printed, locale, catalogueOf('causes/registrations', locale))

const gb = { country: 'GB', register: 'ccew', number: '1098765', taxReference: '' }

test.each([
  [gb, 'رقم الجمعية الخيرية \u20661098765\u2069'],
  [
    { ...gb, register: 'excepted', number: '', taxReference: 'AB12' },
    'جمعية معفاة من التسجيل، مرجع HMRC \u2066AB12\u2069',
  ],
  [{ ...gb, country: 'US', register: 'irs', number: '12-3456789' }, 'رقم التعريف الضريبي (EIN) \u206612-3456789\u2069'],
  [
    { ...gb, country: 'CA', register: 'cra', number: '123456789RR0001' },
    'رقم الأعمال الكندي \u2066123456789RR0001\u2069',
  ],
])('the registration of %o has an Arabic label, and its number stays left to right', (registration, text) => {
  const printed = printedRegistration(registration)
  expect(textIn('ar', printed)).toBe(text)
  expect(textIn('en', printed)).toBe(printed)
})

test('a register that the charity named stays as it is', () => {
  expect(textIn('ar', 'Vakiflar 34-12')).toBe('Vakiflar 34-12')
})
