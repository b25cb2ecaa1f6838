import '#web/features/organizers/organizing/copy.css'
import { accountScopes } from '#shared/api-keys/scopes.ts'
import {
  apiKeyForms,
  toApiKeyDraft,
  toApiKeyRows,
  toOverlapHours,
} from '#web/features/platform/identity/api-key-forms.ts'
import { ApiKeys } from '#web/features/platform/identity/api-keys.tsx'
import { CopyField } from '#web/features/organizers/organizing/copy-field.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { submitForms } from '#web/kit/submit-form.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/api-keys'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['platform/api-keys']

const forms = apiKeyForms(accountScopes)

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, now, locale }) => ({
    rows: toApiKeyRows((await api('GET /v4/api-keys', {})).keys, now(), locale),
  }))

export const action = (args: Route.ActionArgs) =>
  submitForms(args, forms, {
    create: async (values, { api }) => ({ result: await api('POST /v4/api-keys', toApiKeyDraft(values)) }),
    rotate: async ({ id: apiKeyId, overlapHours }, { api }) => ({
      result: await api('POST /v4/api-keys/:apiKeyId/rotation', {
        apiKeyId,
        overlapHours: toOverlapHours(overlapHours),
      }),
    }),
    revoke: async ({ id: apiKeyId }, { api }) => {
      await api('DELETE /v4/api-keys/:apiKeyId', { apiKeyId })
      return '?done=revoked'
    },
  })

/** The account's API keys. */
export default function AccountApiKeys({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  return (
    <ApiKeys
      rows={loaderData.rows}
      scopes={accountScopes}
      lead={t('api-keys.lead-account')}
      CopyField={CopyField}
      sent={actionData}
    />
  )
}
