import { type MouseEvent, useState } from 'react'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { api } from '../../lib/api.ts'
import { useLocale, useText } from '../../lib/text.tsx'
import { Avatar } from '../../ui/small-parts.tsx'
import { dayOf } from '../campaigns/day.ts'

type Words = OutputOf<ProductContract, 'GET /v4/campaigns/:campaignId/comments'>

const step = 20

/** What donors said with their gifts; more of it in place, or on the same page without scripts. */
export function WordsOfSupport({
  campaignId,
  first,
  hrefOf,
}: {
  readonly campaignId: string
  readonly first: Words
  readonly hrefOf: (count: number) => string
}) {
  const t = useText()
  const locale = useLocale()
  const [shown, setShown] = useState(first.comments)
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  async function more(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setFailed(false)
    try {
      const { comments } = await api('GET /v4/campaigns/:campaignId/comments', { campaignId, limit: step, offset: shown.length })
      const known = new Set(shown.map(({ id }) => id))
      setShown([...shown, ...comments.filter(({ id }) => !known.has(id))])
    } catch (error) {
      console.warn('more words of support could not be loaded', error)
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  if (shown.length === 0) return <p className="quiet">{t('told.no-words')}</p>
  return (
    <div className="stack" aria-busy={isBusy || undefined}>
      <ul className="words">
        {shown.map(({ id, comment, userDisplayName, userDisplayLocation, createdAt }) => (
          <li key={id}>
            <Avatar name={userDisplayName || '✦'} />
            <div className="words-said">
              <p className="small">
                <bdi className="strong">{userDisplayName || t('campaign.anonymous')}</bdi>{' '}
                <span className="quiet">
                  {userDisplayLocation ? (
                    <>
                      <bdi>{userDisplayLocation}</bdi>
                      {' · '}
                    </>
                  ) : null}
                  <bdi>{dayOf(createdAt, locale)}</bdi>
                </span>
              </p>
              <blockquote dir="auto">{comment}</blockquote>
            </div>
          </li>
        ))}
      </ul>
      {hasFailed ? <p role="alert">{t('told.failed')}</p> : null}
      {first.total > shown.length ? (
        <p>
          <a className="button button-quiet" href={hrefOf(shown.length + step)} onClick={(event) => void more(event)}>
            {t('told.more-words')}
          </a>
        </p>
      ) : null}
    </div>
  )
}
