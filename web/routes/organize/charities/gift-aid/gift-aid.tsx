import '#web/features/money/gift-aid/gift-aid-claims.css'
import '#web/features/organizers/organizing/table.css'
import { formatDay, localDate, localDateIn } from '#shared/calendar.ts'
import { ClaimExceptions } from '#web/features/money/gift-aid/claim-exceptions.tsx'
import { ClaimList } from '#web/features/money/gift-aid/claim-list.tsx'
import { claimedBeforeChoices, ClaimSettings } from '#web/features/money/gift-aid/claim-settings.tsx'
import { useMinorText } from '#web/features/money/refunds/refund-marks.tsx'
import { choice, hidden, trimmed, unlimited } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForms } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/gift-aid'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/gift-aid-claims']

const declarationKinds = ['oneDonation', 'later', 'paper', 'ended'] as const
const done = { saved: 'gift-aid-claims.saved', asked: 'gift-aid-claims.asked' } as const

export const settingsFields = {
  hmrcReference: trimmed(20),
  accountingYearEnd: unlimited(10),
  claimedBefore: choice(claimedBeforeChoices, 'until'),
  claimedUntil: unlimited(20),
  references: unlimited(50_000),
}
export const draftFields = { draft: hidden }
export const askFields = { donationIds: unlimited(5_000) }

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params }) => {
    const overview = await api('GET /v4/organizations/:organizationId/gift-aid', params)
    const dayOf = (day: string) => formatDay(localDate(day), locale)
    return {
      ...overview,
      exceptions: overview.exceptions.map((exception) => ({
        ...exception,
        day: dayOf(exception.givenOn),
        askedOn: exception.askedOn && dayOf(exception.askedOn),
      })),
      claims: overview.claims.map(({ id, number, state, draftedAt, rows, net }) => ({
        id,
        number,
        state,
        rows,
        net,
        day: dayOf(localDateIn('Europe/London', new Date(draftedAt))),
      })),
    }
  })

/** Settings are saved, a claim is drafted, or donors are asked for what HMRC needs. */
export const action = (args: Route.ActionArgs) => {
  const { organizationId } = args.params
  return submitForms(
    args,
    { settings: settingsFields, draft: draftFields, ask: askFields },
    {
      settings: async (values, { api }) => {
        await api('PATCH /v4/organizations/:organizationId/gift-aid', { organizationId, ...values })
        return '?done=saved'
      },
      draft: async (_, { api }) => {
        const { id } = await api('POST /v4/organizations/:organizationId/gift-aid/claims', { organizationId })
        return `/organize/charities/${organizationId}/gift-aid/claims/${id}`
      },
      ask: async ({ donationIds }, { api }) => {
        const call = 'POST /v4/organizations/:organizationId/gift-aid/detail-requests'
        await api(call, { organizationId, donationIds: donationIds.split(' ').filter(Boolean) })
        return '?done=asked'
      },
    },
    { decisions: ['draft', 'settings'] },
  )
}

type Data = Route.ComponentProps['loaderData']

/** What a charity can claim as Gift Aid, why not for the rest, and its claims (gift-aid-16). */
export default function CharityGiftAid({ loaderData, params: { organizationId }, actionData }: Route.ComponentProps) {
  const t = useText()
  const { settings, claims, exceptions, exceptionCount, declarations } = loaderData
  const saved = {
    hmrcReference: settings?.hmrcReference ?? '',
    accountingYearEnd: settings?.accountingYearEnd ?? '04-05',
    claimedUntil: settings?.claimedUntil ?? '',
  }
  const form = viewForm(settingsFields, actionData?.intent === 'settings' ? actionData : undefined, saved)
  const title = t('gift-aid-claims.title')
  const root = `/organize/charities/${organizationId}/gift-aid`
  const answered = settings && (settings.claimedUntil ? 'until' : 'nothing')
  const settingsForm = (
    <ClaimSettings
      form={form}
      claimedBefore={form.values.claimedBefore ?? answered ?? undefined}
      marked={settings?.markedDonations ?? 0}
      isFirst={settings === null}
    />
  )
  return (
    <div className="gift-aid-claims stack-lg">
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('gift-aid-claims.lead')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} done={done} />
      {settings ? (
        <Claimable data={loaderData} root={root} />
      ) : (
        <section className="card card-in stack" aria-labelledby="settings">
          <h2 id="settings">{t('gift-aid-claims.set-up')}</h2>
          <SetUpLead data={loaderData} />
          {settingsForm}
        </section>
      )}
      <ClaimExceptions exceptions={exceptions} count={exceptionCount} />
      <Refused data={loaderData} root={root} />
      <section className="stack" aria-labelledby="claims">
        <h2 id="claims">{t('gift-aid-claims.claims')}</h2>
        <ClaimList root={root} claims={claims} />
      </section>
      <section className="stack" aria-labelledby="declarations">
        <h2 id="declarations">{t('gift-aid-claims.declarations')}</h2>
        <p className="quiet">{t('gift-aid-claims.declarations-lead')}</p>
        <ul className="gift-aid-claims-reasons card card-in">
          {declarationKinds.map((kind) => (
            <li key={kind}>
              <bdi className="gift-aid-claims-count num">{declarations[kind]}</bdi>
              <span>{t(`gift-aid-claims.declarations-${kind}`)}</span>
            </li>
          ))}
        </ul>
        <p>
          <a href={`${root}/paper`}>{t('gift-aid-claims.paper')}</a>
        </p>
      </section>
      {settings ? (
        <section className="stack" aria-labelledby="settings">
          <h2 id="settings">{t('gift-aid-claims.settings')}</h2>
          <details open={form.isRefused}>
            <summary>{t('gift-aid-claims.settings-change')}</summary>
            {settingsForm}
          </details>
        </section>
      ) : null}
    </div>
  )
}

function SetUpLead({ data: { afterSettings } }: { readonly data: Data }) {
  const t = useText()
  const amount = useMinorText('GBP')
  return (
    <p>
      {afterSettings.count > 0
        ? t('gift-aid-claims.set-up-waiting', { count: afterSettings.count, amount: amount(afterSettings.tax) })
        : t('gift-aid-claims.set-up-lead')}
    </p>
  )
}

/** What a claim would have now, and the form that drafts it. */
function Claimable({ data, root }: { readonly data: Data; readonly root: string }) {
  const t = useText()
  const amount = useMinorText('GBP')
  const { claimable, adjustments, claims } = data
  const draft = claims.find(({ state }) => state === 'draft')
  return (
    <section className="card card-in stack" aria-labelledby="claimable">
      <h2 id="claimable" className="gift-aid-claims-claimable">
        {claimable.count > 0
          ? t('gift-aid-claims.claimable', { amount: amount(claimable.tax) })
          : t('gift-aid-claims.claimable-nothing')}
      </h2>
      {claimable.count > 0 ? (
        <p>{t('gift-aid-claims.claimable-gifts', { count: claimable.count, amount: amount(claimable.gifts) })}</p>
      ) : null}
      {adjustments.count > 0 ? (
        <p className="quiet">
          {t('gift-aid-claims.adjusting', { count: adjustments.count, amount: amount(adjustments.tax) })}
        </p>
      ) : null}
      {draft ? (
        <p>
          <a href={`${root}/claims/${draft.id}`}>{t('gift-aid-claims.open-draft')}</a>
        </p>
      ) : null}
      {claimable.count > 0 && !draft ? (
        <PageForm>
          <button className="button button-primary" name="intent" value="draft">
            {t('gift-aid-claims.draft')}
          </button>
        </PageForm>
      ) : null}
    </section>
  )
}

/** Why the other donations can't be claimed, each reason with its list. */
function Refused({ data: { refused }, root }: { readonly data: Data; readonly root: string }) {
  const t = useText()
  if (refused.length === 0) return null
  return (
    <section className="stack" aria-labelledby="refused">
      <h2 id="refused">{t('gift-aid-claims.refused')}</h2>
      <ul className="gift-aid-claims-reasons card card-in">
        {refused.map(({ reason, count }) => (
          <li key={reason}>
            <bdi className="gift-aid-claims-count num">{count}</bdi>
            <div>
              <a href={`${root}/refused?reason=${reason}`}>{t(`gift-aid-claims.reason-${reason}`)}</a>
              <p className="quiet small">{t(`gift-aid-claims.reason-${reason}-hint`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
