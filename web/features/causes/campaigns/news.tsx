import { type MouseEvent, useState } from 'react'
import type { News as NewsItem } from '#modules/causes/campaigns/contract.ts'
import { api } from '#web/lib/api.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { directionOf, RichText } from '#web/ui/rich-text.tsx'
import { dayOf } from './day.ts'
import { StoryVideo } from './story-video.tsx'
import type { Json } from '#shared/wire/json.ts'

/** The organizers' updates, newest first; one click shows all. */
export function News({
  slug,
  language,
  first,
  total,
  allHref,
}: {
  readonly slug: string
  readonly language: string
  readonly first: readonly Json<NewsItem>[]
  readonly total: number
  readonly allHref: string
}) {
  const t = useText()
  const locale = useLocale()
  const [items, setItems] = useState(first)
  const [hasFailed, setFailed] = useState(false)
  async function all(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    try {
      const { timeline } = await api('POST /api/projectapi/timeline', { slug })
      setItems(
        timeline.flatMap(({ id, kind, title, body, date, author }) =>
          kind === 'news' ? [{ id, title, body, author, publishedAt: date }] : [],
        ),
      )
    } catch (error) {
      console.warn('the news could not be loaded', error)
      setFailed(true)
    }
  }
  return (
    <>
      <ol className="story-timeline">
        {items.map((item) => (
          <li key={item.id}>
            <p className="quiet small">
              <time dateTime={item.publishedAt}>{dayOf(item.publishedAt, locale)}</time>
              {item.author ? <> · {t('sections.by', { name: `\u2068${item.author}\u2069` })}</> : null}
            </p>
            <div className="story" lang={language} dir={directionOf(language)}>
              <h3 dir="auto">{item.title}</h3>
              <RichText nodes={item.body} video={(video) => <StoryVideo {...video} />} />
            </div>
          </li>
        ))}
      </ol>
      {hasFailed ? <p role="alert">{t('sections.failed')}</p> : null}
      {total > items.length ? (
        <p>
          <a className="button button-quiet" href={allHref} onClick={(event) => void all(event)}>
            {t('sections.more-news', { count: total })}
          </a>
        </p>
      ) : null}
    </>
  )
}
