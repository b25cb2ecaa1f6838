import { expect, test } from 'vitest'
import { printedRegistration } from './registration.ts'
import { registrationText } from './registration-text.ts'

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
  expect(registrationText(printed, 'ar')).toBe(text)
  expect(registrationText(printed, 'en')).toBe(printed)
})

test('a register that the charity named stays as it is', () => {
  expect(registrationText('Vakiflar 34-12', 'ar')).toBe('Vakiflar 34-12')
})
