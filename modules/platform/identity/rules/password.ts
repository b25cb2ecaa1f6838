import type { Fault } from '#shared/problem.ts'

/**
 * The minimum is in characters, the maximum in UTF-16 units as in every password field. Length makes a password strong,
 * so no kinds of characters are required (NIST SP 800-63B).
 */
const passwordLength = { min: 10, max: 200 } as const

const usual =
  /^(?:password|passw0rd|qwerty|azerty|letmein|welcome|admin|iloveyou|bismillah|alhamdulillah|assalamualaikum|muhammad|ramadan)[\d!.@#_-]*$/
const steps = '01234567890 abcdefghijklmnopqrstuvwxyz qwertyuiop asdfghjkl zxcvbnm'

/**
 * Returns the first fault of a new password. `about` contains what others know about the person, such as email and
 * name.
 */
export function checkPassword(
  password: string,
  about: { readonly email?: string | undefined; readonly name?: string | undefined } = {},
): Fault | undefined {
  const length = [...password].length
  if (length < passwordLength.min) return { code: 'password-too-short', params: { min: passwordLength.min } }
  if (password.length > passwordLength.max) return { code: 'password-too-long', params: { max: passwordLength.max } }
  const plain = password.normalize('NFKC').trim().toLowerCase()
  const email = about.email?.trim().toLowerCase() ?? ''
  const name = about.name?.trim().toLowerCase() ?? ''
  if ((email !== '' && (plain === email || plain === email.split('@')[0])) || (name !== '' && plain === name))
    return { code: 'password-is-known' }
  const isRun = steps.includes(plain) || steps.includes([...plain].toReversed().join(''))
  if (new Set(plain).size < 4 || isRun || usual.test(plain)) return { code: 'password-too-easy' }
  return undefined
}
