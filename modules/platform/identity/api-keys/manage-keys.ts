import type { Ports, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { Scope } from '#shared/api-keys/scopes.ts'
import { dayMs, hourMs } from '#shared/time.ts'
import { allowedAddressesMax, parseAllowedAddress } from '../rules/allowed-addresses.ts'
import { apiKeyBytes, type ApiKeyMode, endingOf, formatApiKey } from '../rules/api-key.ts'
import { type AccountViewer, hashOfToken } from '../viewer.ts'
import { type ApiKey, insertApiKey, listApiKeys, lockApiKey, markRevoked, replaceSecret } from './queries.ts'

export type ApiKeyPorts = Ports & {
  /** Whether keys of this site are `sunbul_live_` or `sunbul_test_`. */
  readonly apiKeyMode: ApiKeyMode
}

/** Maximum number of keys of an account or a charity. */
const apiKeysMax = 20
const nameMax = 60

export type ApiKeyDraft = {
  readonly name: string
  readonly scopes: readonly string[]
  readonly addresses: readonly string[]
  readonly expiresInDays: number
}
type ApiKeySettings = {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly allowedAddresses: readonly string[]
  readonly expiresAt: Date | null
}

/**
 * Checks the settings of a new key (security-21). `grantable`: the scopes that its owner can give. Throws 400 with
 * faults at `name`, `scopes` and `addresses`.
 */
export function readApiKeyDraft(draft: ApiKeyDraft, grantable: readonly Scope[], now: Date): ApiKeySettings {
  const name = draft.name.replace(/\s+/g, ' ').trim()
  const scopes = grantable.filter((scope) => draft.scopes.includes(scope))
  const typed = draft.addresses.map((text) => text.trim()).filter((text) => text !== '')
  const wrong = typed.find((text) => parseAllowedAddress(text) === undefined)
  const addressParams = { address: `\u2068${wrong?.slice(0, 60) ?? ''}\u2069` }
  const fields = {
    ...(name === '' ? { name: { code: 'api-key-name-missing' } } : {}),
    ...(name.length > nameMax ? { name: { code: 'api-key-name-too-long', params: { max: nameMax } } } : {}),
    ...(scopes.length === 0 || scopes.length < new Set(draft.scopes).size
      ? { scopes: { code: 'api-key-scopes-missing' } }
      : {}),
    ...(wrong === undefined ? {} : { addresses: { code: 'api-key-address-not-valid', params: addressParams } }),
    ...(typed.length > allowedAddressesMax
      ? { addresses: { code: 'too-many-api-key-addresses', params: { max: allowedAddressesMax } } }
      : {}),
  }
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  return {
    name,
    scopes,
    allowedAddresses: [...new Set(typed.flatMap((text) => parseAllowedAddress(text) ?? []))],
    expiresAt: draft.expiresInDays === 0 ? null : new Date(now.getTime() + draft.expiresInDays * dayMs),
  }
}

const newSecret = (ports: ApiKeyPorts): string =>
  formatApiKey(ports.apiKeyMode, Buffer.from(ports.newToken(apiKeyBytes), 'base64url'))

/**
 * Creates a key that acts as an account, and returns it with its secret, which isn't stored. `siblings`: the accounts of
 * all keys of the owner, which the caller has locked against further ones.
 */
export async function createApiKey(
  ports: ApiKeyPorts,
  tx: Tx,
  viewer: Pick<AccountViewer, 'accountId' | 'hasSecondFactor'>,
  input: ApiKeySettings & { readonly accountId: string; readonly siblings: readonly string[] },
): Promise<{ readonly id: string; readonly key: string }> {
  const { siblings, ...settings } = input
  if ((await listApiKeys(tx, siblings)).length >= apiKeysMax)
    throw new Problem('conflict', 'too-many-api-keys', { params: { max: apiKeysMax } })
  const key = newSecret(ports)
  const id = ports.newId()
  await insertApiKey(tx, {
    ...settings,
    id,
    ending: endingOf(key),
    secretHash: hashOfToken(key),
    hasSecondFactor: viewer.hasSecondFactor,
    createdBy: viewer.accountId,
    at: ports.clock(),
  })
  return { id, key }
}

type OwnedKey = { readonly accountIds: readonly string[]; readonly id: string }

async function lockOwnedKey(tx: Tx, { accountIds, id }: OwnedKey): Promise<ApiKey> {
  const found = await lockApiKey(tx, accountIds, id)
  if (!found) throw new Problem('not-found', 'not-found')
  return found
}

/** Replaces the secret of a key; the former one stays valid for some hours. Throws 404 for a key of another owner. */
export async function rotateApiKey(
  ports: ApiKeyPorts,
  tx: Tx,
  viewer: AccountViewer,
  input: OwnedKey & { readonly overlapHours: number },
): Promise<{ readonly key: string; readonly name: string }> {
  const { id, name } = await lockOwnedKey(tx, input)
  const key = newSecret(ports)
  await replaceSecret(tx, {
    id,
    secretHash: hashOfToken(key),
    ending: endingOf(key),
    formerValidUntil: input.overlapHours === 0 ? null : new Date(ports.clock().getTime() + input.overlapHours * hourMs),
    by: viewer.accountId,
  })
  return { key, name }
}

/** Revokes a key at once, with both secrets. Throws 404 for a key of another owner. */
export async function revokeApiKey(ports: Pick<Ports, 'clock'>, tx: Tx, input: OwnedKey): Promise<ApiKey> {
  const found = await lockOwnedKey(tx, input)
  await markRevoked(tx, found.id, ports.clock())
  return found
}

/** Converts a key for a list. */
export const toApiKeyView = (key: ApiKey, now: Date) => ({
  id: key.id,
  name: key.name,
  ending: key.ending,
  scopes: [...key.scopes],
  addresses: [...key.allowedAddresses],
  createdAt: key.createdAt,
  expiresAt: key.expiresAt,
  lastUsedAt: key.lastUsedAt,
  formerValidUntil: key.formerValidUntil !== null && key.formerValidUntil > now ? key.formerValidUntil : null,
})
