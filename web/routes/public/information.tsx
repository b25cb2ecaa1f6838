import '#web/features/platform/shell/information.css'
import { createElement } from 'react'
import { renderContext } from '#server/pages/render-context.ts'
import { direction } from '#shared/text.ts'
import { type InformationNode, informationPages } from '#shared/pages/information-pages.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import type { Route } from './+types/information'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['platform/information']

/** Pages with fewer headings have no table of contents. */
const contentsFrom = 4

export async function loader({ context, request }: Route.LoaderArgs) {
  const name = new URL(request.url).pathname.slice(1).replace(/\.data$/, '')
  const page = informationPages.find((known) => known === name)
  if (page === undefined) throw new Response(null, { status: 404 })
  return context.get(renderContext).informationPage(page)
}

/** A page written in Markdown, such as help, fees or privacy. */
export default function Information({ loaderData: page }: Route.ComponentProps) {
  const t = useText()
  const { title, description, body, contents, language } = page
  const spoken = language === useLocale() ? {} : { lang: language, dir: direction(language) }
  return (
    <div className="page information">
      <title>{title}</title>
      <meta name="description" content={description} />
      <h1 {...spoken}>{title}</h1>
      {contents.length >= contentsFrom ? (
        <nav className="information-contents" aria-labelledby="contents">
          <h2 id="contents">{t('information.contents')}</h2>
          <ol {...spoken}>
            {contents.map((part) => (
              <li key={part.id}>
                <a href={`#${part.id}`}>{part.title}</a>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      <article className="information-text" {...spoken}>
        <Nodes nodes={body} label={title} />
      </article>
    </div>
  )
}

const Nodes = ({ nodes, label }: { readonly nodes: readonly InformationNode[]; readonly label: string }) =>
  nodes.map((node, place) => <Node key={place} node={node} label={label} />)

/** `label`: accessible name of tables, which scroll if they don't fit. */
function Node({ node, label }: { readonly node: InformationNode; readonly label: string }) {
  if (typeof node === 'string') return node
  if (node.tag === 'br' || node.tag === 'hr') return createElement(node.tag)
  const children = <Nodes nodes={node.children} label={label} />
  if (node.tag === 'table')
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys as well
      <div className="information-table" role="region" aria-label={label} tabIndex={0}>
        <table>{children}</table>
      </div>
    )
  if (node.tag === 'th') return <th scope="col">{children}</th>
  if (node.tag === 'a') return <a href={node.href}>{children}</a>
  return createElement(node.tag, 'id' in node ? { id: node.id } : null, children)
}
