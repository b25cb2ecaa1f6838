import '#web/features/organizers/charities/own-charity.css'
import { choice, hidden } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/bank-details'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, ({ api, hasPayouts }) => {
    if (!hasPayouts) throw new Response(null, { status: 404 })
    return api('GET /v4/staff/bank-details', {})
  })

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { details: hidden, decision: choice(['approve', 'reject'], 'reject') },
    async ({ details: detailsId, decision }, { api }) => {
      await api('POST /v4/staff/bank-details/:detailsId/decision', { detailsId, decision })
      return '?done=1'
    },
    { decisions: ['form'] },
  )

/** The charities' bank details that staff approves. */
export default function StaffBankDetails({ loaderData: { details }, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('staff.bank-details')
  return (
    <div className="stack-lg">
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('staff.bank-lead')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[]} done={{ '1': 'staff.bank-decided' }} />
      {details.length === 0 ? (
        <p className="quiet">{t('staff.bank-none')}</p>
      ) : (
        <ul className="own-charity-documents">
          {details.map((detail) => (
            <li key={detail.id} className="card card-in stack">
              <p className="strong">
                <bdi>{detail.charity.name}</bdi> · {detail.currency} · {detail.country} · <bdi>…{detail.lastFour}</bdi>
              </p>
              <p>{t('staff.bank-holder', { name: `\u2068${detail.accountName}\u2069` })}</p>
              <p>{t('staff.bank-legal', { name: `\u2068${detail.charity.legalName}\u2069`, score: detail.score })}</p>
              <PageForm className="own-charity-row">
                <input type="hidden" name="details" value={detail.id} />
                <button className="button button-primary" name="decision" value="approve">
                  {t('staff.bank-approve')}
                </button>
                <button className="button button-quiet" name="decision" value="reject">
                  {t('staff.bank-reject')}
                </button>
              </PageForm>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
