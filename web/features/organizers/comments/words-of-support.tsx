import { type MouseEvent, useState } from 'react'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { api } from '#web/lib/api.ts'
import { useText } from '#web/lib/text.tsx'
import { Avatar } from '#web/ui/small-parts.tsx'
import { Ago } from '#web/features/causes/campaigns/ago.tsx'

type Words = OutputOf<ProductContract, 'GET /v4/campaigns/:campaignId/comments'>

const step = 20

/** Words of support. "Show more" adds to the list, or opens another page without JavaScript. */
export function WordsOfSupport({
  campaignId,
  slug,
  first,
  from,
  hrefOf,
}: {
  readonly campaignId: string
  readonly slug: string
  readonly first: Words
  /** The number of newer ones that aren't shown, on a page without JavaScript. */
  readonly from: number
  readonly hrefOf: (count: number) => string
}) {
  const t = useText()
  const [shown, setShown] = useState(first.comments)
  /** Position read so far. New words of support shift it, so duplicates are filtered out. */
  const [read, setRead] = useState({ upTo: from + first.comments.length, total: first.total })
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  async function more(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setFailed(false)
    try {
      const known = new Set(shown.map(({ id }) => id))
      let { upTo } = read
      for (let isEnd = false, fresh: Words['comments'] = []; !isEnd && fresh.length === 0;) {
        const { comments, total } = await api('GET /v4/campaigns/:campaignId/comments', {
          campaignId,
          limit: step,
          offset: upTo,
        })
        upTo += comments.length
        isEnd = comments.length === 0
        fresh = comments.filter(({ id }) => !known.has(id))
        setShown([...shown, ...fresh])
        setRead({ upTo, total })
      }
    } catch (error) {
      console.warn('more words of support could not be loaded', error)
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  if (shown.length === 0) return <p className="quiet">{t('sections.no-words')}</p>
  return (
    <div className="stack" aria-busy={isBusy || undefined}>
      <ul className="comment-list">
        {shown.map(({ id, comment, userDisplayName, userDisplayLocation, createdAt }) => (
          <li key={id}>
            <Avatar name={userDisplayName || '✦'} />
            <div className="comment-text">
              <p className="small">
                <bdi className="strong">{userDisplayName || t('campaign.anonymous')}</bdi>{' '}
                <span className="quiet">
                  {userDisplayLocation ? (
                    <>
                      <bdi>{userDisplayLocation}</bdi>
                      {' · '}
                    </>
                  ) : null}
                  <Ago instant={createdAt} />
                  {' · '}
                  <a
                    className="comment-report"
                    href={`/v4/campaign/${encodeURIComponent(slug)}/report?comment=${id}`}
                    rel="nofollow"
                    aria-label={`${t('sections.report-words')}: ${userDisplayName || t('campaign.anonymous')}`}
                  >
                    {t('sections.report-words')}
                  </a>
                </span>
              </p>
              <blockquote dir="auto">{comment}</blockquote>
            </div>
          </li>
        ))}
      </ul>
      {hasFailed ? <p role="alert">{t('sections.failed')}</p> : null}
      {read.total > read.upTo ? (
        <p>
          <a className="button button-quiet" href={hrefOf(read.upTo + step)} onClick={(event) => void more(event)}>
            {t('sections.more-words')}
          </a>
        </p>
      ) : null}
    </div>
  )
}
