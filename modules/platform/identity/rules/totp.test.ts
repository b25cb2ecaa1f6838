import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acceptedStep, base32, normalizeRecoveryCode, recoveryCode, timeStepOf, totpCode, totpUri } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

describe('authenticator app codes', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('%i seconds after the epoch the code is %s (RFC 6238)', (seconds, code) => {
    expect(totpCode(secret, timeStepOf(new Date(seconds * 1000)))).toBe(code)
  })

  test('a code is accepted one step early or late, and never twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 2_000_000_000 }), fc.integer({ min: -3, max: 3 }), (seconds, off) => {
        const instant = new Date(seconds * 1000)
        const step = timeStepOf(instant) + BigInt(off)
        const found = acceptedStep(secret, totpCode(secret, step), { at: instant, lastStep: 0n })
        if (Math.abs(off) <= 1) {
          expect(found).toBe(step)
          expect(acceptedStep(secret, totpCode(secret, step), { at: instant, lastStep: step })).toBeUndefined()
        } else if (found !== undefined) expect(totpCode(secret, found)).toBe(totpCode(secret, step))
      }),
    )
  })

  test('spaces in a typed code are ignored', () => {
    const instant = new Date(59_000)
    expect(acceptedStep(secret, '287 082', { at: instant, lastStep: 0n })).toBe(1n)
  })

  test('a secret is encoded in base32 (RFC 4648) and in the app’s URL', () => {
    expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
    expect(totpUri({ secret, issuer: 'Sunbul', account: 'a b@example.org' })).toBe(
      'otpauth://totp/Sunbul:a%20b%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Sunbul',
    )
  })
})

test('a recovery code is normalized, however it is typed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 7, maxLength: 7 }), (bytes) => {
      const code = recoveryCode(Buffer.from(bytes))
      expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/)
      expect(normalizeRecoveryCode(` ${code.toUpperCase().replace('-', ' ')} `)).toBe(code)
    }),
  )
  expect(normalizeRecoveryCode('123456')).toBeUndefined()
})
