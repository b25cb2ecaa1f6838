import { createApiKey, readApiKeyDraft, revokeApiKey, rotateApiKey, toApiKeyView } from './manage-keys.ts'
import { insertKeyAccount, listApiKeys } from './queries.ts'

/** What modules above need to manage API keys of their own kind of owner (security-21). */
export const apiKeys = {
  create: createApiKey,
  insertAccount: insertKeyAccount,
  list: listApiKeys,
  readDraft: readApiKeyDraft,
  revoke: revokeApiKey,
  rotate: rotateApiKey,
  toView: toApiKeyView,
}
