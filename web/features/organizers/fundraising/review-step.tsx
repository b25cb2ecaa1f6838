import type { DraftView } from '#modules/organizers/fundraising/contract.ts'
import { type Translate, useText } from '#web/lib/text.tsx'
import type { EditStep } from './step-nav.tsx'
import type { Json } from '#shared/wire/json.ts'

/** Lists what is missing, with links to the fields; then the buttons to submit, withdraw or publish. */
export function ReviewStep({
  draft,
  canSend,
  missing,
  stepOf,
  isLive,
}: {
  readonly draft: Json<DraftView>
  readonly canSend: boolean
  /** Error texts by field. */
  readonly missing: Readonly<Record<string, string>>
  readonly stepOf: Readonly<Record<string, EditStep>>
  readonly isLive: boolean
}) {
  const t = useText()
  const lacking = Object.entries(missing)
  if (draft.state === 'review')
    return (
      <>
        <p className="notice">{inReviewText(t, draft)}</p>
        {canSend ? (
          <button className="button button-quiet" name="intent" value="withdraw">
            {t('fundraising.withdraw')}
          </button>
        ) : null}
      </>
    )
  if (isLive && draft.published) return <p className="quiet">{t('fundraising.nothing-to-publish')}</p>
  return (
    <>
      <p className="quiet">{t(isLive ? 'fundraising.publish-lead' : 'fundraising.review-lead')}</p>
      {lacking.length > 0 ? (
        <div>
          <h2 className="organize-subheading">{t('fundraising.review-missing')}</h2>
          <ul className="organize-missing">
            {lacking.map(([field, sentence]) => (
              <li key={field}>
                <a
                  className="tap-link"
                  href={`/organize/${draft.campaignId}/edit/${stepOf[field] ?? 'basics'}#${field}`}
                >
                  {sentence}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="strong">✓ {t('fundraising.review-ready')}</p>
      )}
      <PublishButton isLive={isLive} canSend={canSend} />
    </>
  )
}

function PublishButton({ isLive, canSend }: { readonly isLive: boolean; readonly canSend: boolean }) {
  const t = useText()
  if (!isLive && !canSend) return <p className="notice">{t('fundraising.only-state')}</p>
  return (
    <button className="button button-primary" name="intent" value={isLive ? 'publish' : 'send'}>
      {t(isLive ? 'fundraising.publish' : 'fundraising.send')}
    </button>
  )
}

/** Says whose decision a submitted fundraiser waits for. */
export const inReviewText = (
  t: Translate,
  { isCharityAsked, organizationName }: Pick<DraftView, 'isCharityAsked' | 'organizationName'>,
): string =>
  isCharityAsked
    ? t('fundraising.charity-asked', { charity: `\u2068${organizationName}\u2069` })
    : t('fundraising.in-review')
