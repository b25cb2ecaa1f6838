import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { expiryDays, rotationHours } from '#shared/api-keys/choices.ts'
import { endpoint } from '#shared/endpoint.ts'
import { uuid } from '#shared/id-schemas.ts'

/** An API key in a list, without its secret. */
export const apiKeyView = z.object({
  id: z.string(),
  name: z.string(),
  ending: z.string().describe('The last four characters of the secret.'),
  scopes: z.array(z.string()),
  addresses: z.array(z.string()).describe('Networks in CIDR notation; if empty, any address.'),
  createdAt: instant,
  expiresAt: instant.nullable().describe('Null: it doesn’t expire.'),
  lastUsedAt: instant.nullable().describe('To the minute; null: never.'),
  formerValidUntil: instant
    .nullable()
    .describe('Until when the secret before the last rotation is valid; null if it isn’t.'),
})
z.globalRegistry.add(apiKeyView, { id: 'ApiKey', description: 'An API key without its secret.' })

/** The settings of a new key. */
export const apiKeyDraft = {
  name: z.string().max(200),
  scopes: z.array(z.string().max(40)).max(30),
  addresses: z
    .array(z.string().max(100))
    .max(100)
    .default([])
    .describe('IP addresses, or networks in CIDR notation; if empty, any address.'),
  /** 0: the key doesn’t expire. */
  expiresInDays: z.literal([...expiryDays]),
}

/** For how many hours the former secret stays valid. */
export const apiKeyRotation = { overlapHours: z.literal([...rotationHours]) }

/** A new secret, which only this response contains. */
export const createdApiKey = z.object({ id: z.string(), key: z.string() })
z.globalRegistry.add(createdApiKey, { id: 'CreatedApiKey', description: 'An API key with its secret.' })

const apiKeyId = uuid

/** Calls about the API keys of an account. */
export const apiKeysContract = {
  'GET /v4/api-keys': endpoint({
    access: 'signed-in',
    summary: 'List API keys',
    description: 'Returns the API keys of the signed-in account, newest first, without their secrets.',
    input: z.object({}),
    output: z.object({ keys: z.array(apiKeyView) }),
  }),
  'POST /v4/api-keys': endpoint({
    access: 'signed-in',
    summary: 'Create an API key',
    description:
      'Creates a key that reads the signed-in account’s own records, and returns its secret, which can’t be shown again. The account must have proven its identity recently.',
    perMinute: 10,
    input: z.object(apiKeyDraft),
    output: createdApiKey,
    refuses: [
      'reauthentication-required',
      'confirm-email-first',
      'two-factor-required',
      'factor-removed-lately',
      'too-many-api-keys',
      'api-key-address-not-valid',
    ],
  }),
  'POST /v4/api-keys/:apiKeyId/rotation': endpoint({
    access: 'signed-in',
    summary: 'Rotate an API key',
    description:
      'Replaces the secret of a key of the signed-in account; the former one stays valid for the hours chosen. The account must have proven its identity recently.',
    perMinute: 10,
    input: z.object({ apiKeyId, ...apiKeyRotation }),
    output: createdApiKey,
    refuses: ['not-found', 'reauthentication-required', 'two-factor-required', 'factor-removed-lately'],
  }),
  'DELETE /v4/api-keys/:apiKeyId': endpoint({
    access: 'signed-in',
    summary: 'Revoke an API key',
    description: 'Revokes a key of the signed-in account at once, with both of its secrets.',
    input: z.object({ apiKeyId }),
    output: z.object({ revoked: z.literal(true) }),
    refuses: ['not-found'],
  }),
}
