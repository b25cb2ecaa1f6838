import '#web/features/organizers/organizing/table.css'
import '#web/features/faith/qurbani/qurbani-items.css'
import '#web/features/trust/moderation/desk.css'
import '#web/features/trust/moderation/review.css'
import { renderContext } from '#server/pages/render-context.ts'
import { itemCalls } from '#web/routes/organize/qurbani/item-calls.ts'
import { withQuery } from '#shared/pages/with-query.ts'
import { copyItems, itemAddress, loadItems } from '#web/routes/organize/qurbani/item-pages.ts'
import { ItemsOfYear } from '#web/features/faith/qurbani/items/items-of-year.tsx'
import { postedForm } from '#web/lib/posted-form.ts'
import { useText } from '#web/lib/text.tsx'
import { loadRestricted } from '#web/lib/access.ts'
import { TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/qurbani'
import { findStaffCampaign } from './staff-campaign.ts'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/qurbani-items', 'faith/faults']

const root = '/staff/qurbani'

export async function loader({ context, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const query = new URL(request.url).searchParams
  const typed = (query.get('campaign') ?? '').slice(0, 600)
  const campaign = await findStaffCampaign(frame, typed)
  const calls = itemCalls(frame.api, 'staff', { campaignId: campaign?.id ?? '0' })
  return loadRestricted(frame.viewer, request, async () => {
    if (campaign) return { typed, campaign, campaigns: [], loaded: await loadItems(frame, calls, query) }
    return { typed, campaign, ...(await frame.api('GET /v4/staff/qurbani-campaigns', {})), loaded: null }
  })
}

/** A plain form that copies the items of the previous year. */
export async function action({ context, request }: Route.ActionArgs) {
  const frame = context.get(renderContext)
  const campaign = await findStaffCampaign(frame, new URL(request.url).searchParams.get('campaign') ?? '')
  if (!campaign) throw new Response(null, { status: 404 })
  const calls = itemCalls(frame.api, 'staff', { campaignId: campaign.id })
  return copyItems(frame, calls, await postedForm(request), withQuery(root, { campaign: campaign.slug }))
}

/** The Qurbani items of any fundraiser, for reviewers. */
export default function StaffQurbani({
  loaderData: { typed, campaign, campaigns, loaded },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  return (
    <>
      <title>{campaign ? `${t('qurbani-items.page')} – ${campaign.title}` : t('qurbani-items.page')}</title>
      <div className="stack">
        <h1>{t('qurbani-items.page')}</h1>
        <p className="quiet">{t('qurbani-items.staff-lead')}</p>
      </div>
      <form method="get" className="desk-add" action={root}>
        <TextInput
          id="campaign"
          label={t('qurbani-items.campaign')}
          defaultValue={typed}
          error={typed !== '' && !campaign ? t('qurbani-items.campaign-missing') : undefined}
          maxLength={600}
          autoComplete="off"
          dir="ltr"
        />
        <button className="button button-quiet">{t('qurbani-items.show')}</button>
      </form>
      {campaigns.length > 0 ? (
        <ul className="card review-queue-list">
          {campaigns.map(({ slug, title, language, hijriYear, items, offered, ordered }) => (
            <li key={slug}>
              <article className="review-charity row-apart">
                <div>
                  <h2 className="review-queue-title">
                    <a href={withQuery(root, { campaign: slug })} lang={language} dir="auto">
                      {title}
                    </a>
                  </h2>
                  <p className="quiet small">
                    {t('qurbani-items.year-items', { year: String(hijriYear), count: items, offered })}
                  </p>
                </div>
                <p className="num">{t('qurbani-items.ordered-count', { count: ordered })}</p>
              </article>
            </li>
          ))}
        </ul>
      ) : null}
      {campaign && loaded ? (
        <section className="stack-lg" aria-labelledby="campaign-title">
          <h2 id="campaign-title" dir="auto">
            <a href={`/v4/campaign/${campaign.slug}`}>{campaign.title}</a>
          </h2>
          <ItemsOfYear
            loaded={loaded}
            addressOf={(to) => withQuery(itemAddress(root, to), { campaign: campaign.slug })}
            problem={actionData?.refused.message}
          />
        </section>
      ) : null}
    </>
  )
}
