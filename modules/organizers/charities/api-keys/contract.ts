import { z } from 'zod'
import { apiKeyDraft, apiKeyRotation, apiKeyView, createdApiKey } from '#modules/platform/identity/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'

const organizationId = numericId
const apiKeyId = uuid
const refuses = ['charity-not-found', 'not-allowed', 'two-factor-required'] as const
const refusesChange = [...refuses, 'charity-closed', 'ownership-change-pending'] as const
const refusesControl = [...refusesChange, 'reauthentication-required', 'factor-removed-lately'] as const

/** Calls about the API keys of a charity. */
export const charityKeysContract = {
  'GET /v4/api-key': endpoint({
    access: 'signed-in',
    scope: 'any-key',
    summary: 'Get this API key',
    description:
      'Returns the API key of this request, and the charity it belongs to; `organization` is null for the key of an account. Requires an API key with any scope.',
    input: z.object({}),
    output: z.object({
      key: apiKeyView,
      organization: z.object({ id: z.string(), name: z.string(), subdomain: z.string() }).nullable(),
    }),
    refuses: ['not-found'],
  }),
  'GET /v4/organizations/:organizationId/api-keys': endpoint({
    access: 'signed-in',
    summary: 'List API keys of a charity',
    description:
      'Returns the API keys of a charity, newest first, without their secrets. Requires an owner or admin of the charity.',
    input: z.object({ organizationId }),
    output: z.object({ charity: z.object({ id: z.string(), name: z.string() }), keys: z.array(apiKeyView) }),
    refuses,
  }),
  'POST /v4/organizations/:organizationId/api-keys': endpoint({
    access: 'signed-in',
    summary: 'Create an API key of a charity',
    description:
      'Creates a key for a charity’s data, mails the owners, and returns its secret, which can’t be shown again. Requires an owner or admin of the charity and a recent proof of identity.',
    perMinute: 10,
    input: z.object({ organizationId, ...apiKeyDraft }),
    output: createdApiKey,
    refuses: [...refusesControl, 'too-many-api-keys', 'api-key-address-not-valid'],
  }),
  'POST /v4/organizations/:organizationId/api-keys/:apiKeyId/rotation': endpoint({
    access: 'signed-in',
    summary: 'Rotate an API key of a charity',
    description:
      'Replaces the secret of a key and mails the owners; the former secret stays valid for the hours chosen. Requires an owner or admin of the charity and a recent proof of identity.',
    perMinute: 10,
    input: z.object({ organizationId, apiKeyId, ...apiKeyRotation }),
    output: createdApiKey,
    refuses: [...refusesControl, 'not-found'],
  }),
  'DELETE /v4/organizations/:organizationId/api-keys/:apiKeyId': endpoint({
    access: 'signed-in',
    summary: 'Revoke an API key of a charity',
    description:
      'Revokes a key at once, with both of its secrets, and mails the owners. Requires an owner or admin of the charity.',
    input: z.object({ organizationId, apiKeyId }),
    output: z.object({ revoked: z.literal(true) }),
    refuses: [...refuses, 'not-found'],
  }),
}
