import '#web/features/organizers/organizing/copy.css'
import { organizationScopes } from '#shared/api-keys/scopes.ts'
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

const forms = apiKeyForms(organizationScopes)

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params: { organizationId }, now, locale }) => {
    const { keys } = await api('GET /v4/organizations/:organizationId/api-keys', { organizationId })
    return { rows: toApiKeyRows(keys, now(), locale) }
  })

export const action = (args: Route.ActionArgs) => {
  const { organizationId } = args.params
  return submitForms(args, forms, {
    create: async (values, { api }) => ({
      result: await api('POST /v4/organizations/:organizationId/api-keys', {
        organizationId,
        ...toApiKeyDraft(values),
      }),
    }),
    rotate: async ({ id: apiKeyId, overlapHours }, { api }) => ({
      result: await api('POST /v4/organizations/:organizationId/api-keys/:apiKeyId/rotation', {
        organizationId,
        apiKeyId,
        overlapHours: toOverlapHours(overlapHours),
      }),
    }),
    revoke: async ({ id: apiKeyId }, { api }) => {
      await api('DELETE /v4/organizations/:organizationId/api-keys/:apiKeyId', { organizationId, apiKeyId })
      return '?done=revoked'
    },
  })
}

/** The API keys of a charity, for its owners and admins. */
export default function CharityApiKeys({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  return (
    <ApiKeys
      rows={loaderData.rows}
      scopes={organizationScopes}
      lead={t('api-keys.lead-charity')}
      CopyField={CopyField}
      sent={actionData}
    />
  )
}
