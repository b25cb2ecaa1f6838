import type { Config } from '@react-router/dev/config'

// Every page is a document of its own and its links are plain, so the browser knows the routes of its page and asks
// for no others (ADR-0037).
export default { appDirectory: 'web', ssr: true, routeDiscovery: { mode: 'lazy' } } satisfies Config
