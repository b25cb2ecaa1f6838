import { RouterContextProvider, type EntryContext, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { createPageHandler } from './page-handler.ts'

const Page = () => null
const routes = {
  root: { path: '' },
  start: { parentId: 'root', index: true },
  gift: { parentId: 'root', path: 'gift/:slug' },
  account: { parentId: 'root', path: 'account' },
  overview: { parentId: 'account', index: true },
  cards: { parentId: 'account', path: 'cards' },
  missing: { parentId: 'root', path: '*' },
}
const each = <Value>(of: (id: keyof typeof routes) => Value) => Object.fromEntries(Object.keys(routes).map((id) => [id, of(id as keyof typeof routes)]))
const build = {
  basename: '/',
  ssr: true,
  future: {},
  prerender: [],
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
  assets: { version: 'v1', entry: { module: '', imports: [] }, url: '', routes: each((id) => ({ id, module: id })) },
  routes: each((id) => ({ id, ...routes[id], module: { default: Page, ...(id === 'gift' ? { loader: ({ params }: { params: unknown }) => params } : {}) } })),
  entry: {
    module: {
      default: (_request: Request, status: number, _headers: Headers, { manifest, staticHandlerContext }: EntryContext) =>
        Response.json(
          { knows: Object.keys(manifest.routes), shown: staticHandlerContext.matches.map(({ route }) => route.id), data: staticHandlerContext.loaderData },
          { status },
        ),
    },
  },
} as unknown as ServerBuild
const handler = createPageHandler(build)
const ask = (path: string) => handler(new Request(`http://localhost${path}`), new RouterContextProvider())
const page = async (path: string) => (await ask(path)).json() as Promise<{ knows: string[]; shown: string[]; data: Record<string, unknown> }>

test('a page is rendered by a router that knows it and what it stands in, and nothing else', async () => {
  for (const [path, shown] of [
    ['/', ['root', 'start']],
    ['/account', ['root', 'account', 'overview']],
    ['/account/', ['root', 'account', 'overview']],
    ['/account/cards', ['root', 'account', 'cards']],
    ['/nowhere/at/all', ['root', 'missing']],
  ] as const)
    expect(await page(path), path).toMatchObject({ shown, knows: shown })
})

test('two pages at one route have their own parameters, however often they are asked for', async () => {
  for (const slug of ['wells', 'school', 'wells'])
    expect(await page(`/gift/${slug}?amount=5`)).toMatchObject({ shown: ['root', 'gift'], data: { gift: { slug } } })
})

test('what scripts ask of the router is answered by one that knows every page', async () => {
  expect(await (await ask('/__manifest?version=v1&paths=/gift/wells,/account/cards')).json()).toMatchObject({ gift: {}, account: {}, cards: {} })
  const data = await ask('/gift/wells.data')
  expect(data.headers.get('content-type')).toContain('text/x-script')
  expect(await data.text()).toContain('wells')
})
