import { useRouteLoaderData } from 'react-router'
import { useText } from '#web/lib/text.tsx'

/** The title of a fundraiser's page. Includes the fundraiser's name, since several may be open in tabs (WCAG 2.4.2). */
export function PageTitle({ section }: { readonly section: string }) {
  const t = useText()
  const campaign = useRouteLoaderData('routes/organize/campaign') as { readonly title: string } | undefined
  return (
    <title>
      {campaign ? t('organize.page-title', { page: section, title: `\u2068${campaign.title}\u2069` }) : section}
    </title>
  )
}
