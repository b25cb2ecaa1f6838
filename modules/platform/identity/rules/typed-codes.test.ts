import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPhone } from './phone.ts'
import { acceptedStep, normalizeRecoveryCode, recoveryCode, timeStepOf, totpCode } from './totp.ts'

const zeros = ['0', '٠', '۰', '０', '०', '০']
const inDigits = (text: string, zero: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)))

test('a code of an app is accepted in any digits, spaced and marked as it was pasted (accounts-11, amounts-17)', () => {
  const secret = Buffer.from('12345678901234567890')
  const instant = new Date('2026-11-28T20:00:00Z')
  const code = totpCode(secret, timeStepOf(instant))
  const accepted = (typed: string) => acceptedStep(secret, typed, { at: instant, lastStep: 0n })
  for (const zero of zeros)
    for (const gap of ['', ' ', '-', '–', '\u00a0', '\u200e']) {
      const typed = `\u202a${inDigits(code.slice(0, 3), zero)}${gap}${inDigits(code.slice(3), zero)}\u202c`
      expect([typed, accepted(typed)]).toEqual([typed, timeStepOf(instant)])
    }
  expect(accepted(code.slice(1))).toBeUndefined()
})

test('a recovery code is the same in capitals, with any dash and invisible marks (accounts-11, amounts-17)', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 7, maxLength: 7 }), fc.constantFrom(...zeros), (random, zero) => {
      const code = recoveryCode(Buffer.from(random))
      for (const typed of [
        code,
        ` ${code.toUpperCase()} `,
        code.replace('-', ' – '),
        `\u200f${inDigits(code, zero)}\u200f`,
      ])
        expect(normalizeRecoveryCode(typed)).toBe(code)
    }),
  )
})

test('a phone number is valid in any digits and with the marks of a contact list (accounts-9, amounts-17)', () => {
  for (const zero of zeros) expect(checkPhone(`\u202a+${inDigits('447123456789', zero)}\u202c`)).toBeUndefined()
  expect(checkPhone('\u200e')).toEqual({ code: 'phone-missing' })
  expect(checkPhone('+44 7123 456789')).toEqual({ code: 'phone-other-characters' })
})
