import { renderContext } from '#server/pages/render-context.ts'
import { loadMailedCode, MailedCodePage, redeemMailedCode } from '#web/features/organizers/charities/mailed-code.tsx'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/charity-bank'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['organizers/charities', 'platform/faults', 'organizers/faults']

export function loader({ context, request }: Route.LoaderArgs) {
  const { api } = context.get(renderContext)
  return loadMailedCode(request, async (code) => api('GET /v4/bank-details-stops/:code', { code }))
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api } = context.get(renderContext)
  const code = postedText(await postedForm(request), 'code', 100)
  return redeemMailedCode('/charity-bank', code, async () => api('POST /v4/bank-details-stops/:code', { code }))
}

/** Lets an owner stop approved bank details with an emailed code. */
export default function CharityBankStop({ loaderData: { code, isDone, found } }: Route.ComponentProps) {
  const t = useText()
  return (
    <MailedCodePage
      title={t('own-charity.stop-title')}
      code={code}
      lead={
        found &&
        t('own-charity.stop-lead', {
          ...found,
          name: `\u2068${found.name}\u2069`,
          lastFour: `\u2066${found.lastFour}\u2069`,
        })
      }
      button={t('own-charity.stop')}
      done={isDone ? t('own-charity.stop-done') : null}
    />
  )
}
