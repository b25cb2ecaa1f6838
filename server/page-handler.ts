import { createRequestHandler, createStaticHandler, type RequestHandler, type RouteObject, type ServerBuild } from 'react-router'

/**
 * The built pages. The router compares the address of a page with every route it knows, four times for each page, and makes them all anew for each one:
 * so it is asked once which page it is, and the page is then rendered by a router that knows no other.
 */
export function createPageHandler(build: ServerBuild): RequestHandler {
  const every = createRequestHandler(build, 'production')
  const site = createStaticHandler(routesOf(build.routes))
  const ofPages = new Map<string, RequestHandler>()
  return (request, context) => {
    const { pathname } = new URL(request.url)
    // What scripts ask of the router names other pages.
    if (pathname.endsWith('.data') || pathname === build.routeDiscovery.manifestPath) return every(request, context)
    const page = site.match(pathname)?.at(-1)?.route.id
    if (page === undefined) return every(request, context)
    let handler = ofPages.get(page)
    if (!handler) ofPages.set(page, (handler = createRequestHandler(partOf(build, page), 'production')))
    return handler(request, context)
  }
}

/** The build of one page and of what it stands in. */
function partOf(build: ServerBuild, page: string): ServerBuild {
  const ids = new Set<string>()
  for (let id: string | undefined = page; id !== undefined; id = build.routes[id]?.parentId) ids.add(id)
  const those = <Route>(routes: Readonly<Record<string, Route>>) => Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)))
  return { ...build, routes: those(build.routes), assets: { ...build.assets, routes: those(build.assets.routes) } }
}

const routesOf = (routes: ServerBuild['routes'], parentId?: string): RouteObject[] =>
  Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index, caseSensitive } = route
    return [index ? { id, path, index, caseSensitive } : { id, path, caseSensitive, children: routesOf(routes, id) }]
  })
