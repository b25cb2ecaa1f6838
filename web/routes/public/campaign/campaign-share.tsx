import '#web/features/causes/campaigns/styles/campaign.css'
import '#web/features/causes/campaigns/styles/story.css'
import '#web/features/causes/campaigns/styles/share.css'
import { renderContext } from '#server/pages/render-context.ts'
import { shareFileName } from '#modules/causes/campaigns/rules/share.ts'
import { ShareOptions } from '#web/features/causes/campaigns/share/share-options.tsx'
import { findOr404, redirectIfMoved } from '#web/lib/find-or-404.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/campaign-share'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['causes/campaigns', 'causes/campaign-dialogs']

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const { api } = frame
  return findOr404(
    async () => {
      const { id, slug, title, language } = await api('GET /v4/campaign-pages/:slug', { slug: params.slug })
      const [info, images] = await Promise.all([
        api('POST /api/projectapi/shareInfo', { id }),
        api('GET /api/projectapi/instagramShare', { slug }),
      ])
      return { id, slug, title, language, info, images }
    },
    () => redirectIfMoved(frame, request, params.slug),
  )
}

/** The share dialog as a page, for browsers without JavaScript. */
export default function CampaignShare({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { id, slug, title, language, info, images } = loaderData
  return (
    <div className="page narrow-page stack-lg">
      <title>{t('share.title')}</title>
      <meta name="robots" content="noindex" />
      <p>
        <a href={`/v4/campaign/${encodeURIComponent(slug)}`} lang={language} dir="auto">
          {title}
        </a>
      </p>
      <h1>{t('share.title')}</h1>
      <ShareOptions slug={slug} title={title} url={info.url} couldRaise={info.couldRaise} campaignId={id} />
      <ul className="share-places">
        {(['story', 'post'] as const).map((shape) => (
          <li key={shape}>
            <a className="chip" href={images[shape]} download={shareFileName(slug, shape, images[shape])}>
              {t('share.download')}: {t(`share.${shape}`)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
