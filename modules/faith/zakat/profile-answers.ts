import { decryptJson, encryptJson, type FieldKey } from '#modules/platform/identity/index.ts'
import type { Ports } from '#shared/ports.ts'
import type { ZakatResult } from './rules/calculator/calculate-zakat.ts'
import type { ZakatInput } from './rules/calculator/zakat-input.ts'

/** The encrypted part of a profile: the donor's answers and the result. Amounts are minor units as text. */
export type Answers = {
  readonly input: Readonly<Record<string, unknown>>
  readonly result: Readonly<Record<string, unknown>>
}

/** Additional authenticated data: ciphertext can only be decrypted in the row it was encrypted for. */
const ownerOf = (accountId: string, profileId: string) => `zakat.profile:${accountId}:${profileId}`

const withoutBigints = (value: object): Readonly<Record<string, unknown>> =>
  JSON.parse(
    JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member)),
  ) as Readonly<Record<string, unknown>>

/** Encrypts answers and result for one profile of one account. */
export const encryptAnswers = (
  ports: Pick<Ports, 'newToken'> & { readonly fieldKey: FieldKey },
  { accountId, profileId }: { readonly accountId: string; readonly profileId: string },
  { input, result }: { readonly input: ZakatInput; readonly result: ZakatResult },
): Buffer =>
  encryptJson(
    ports.fieldKey,
    Buffer.from(ports.newToken(12), 'base64url'),
    { input: withoutBigints(input), result: withoutBigints(result) },
    ownerOf(accountId, profileId),
  )

/** Decrypts them. Throws if they belong to another account or profile. */
export const decryptAnswers = (
  ports: { readonly fieldKey: FieldKey },
  { accountId, profileId }: { readonly accountId: string; readonly profileId: string },
  encrypted: Buffer,
): Answers => decryptJson(ports.fieldKey, encrypted, ownerOf(accountId, profileId)) as Answers
