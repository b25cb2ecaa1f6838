import type { Config } from '@react-router/dev/config'

// Every page is a document of its own, so the browser never asks for other routes (ADR-0011).
export default { appDirectory: 'web', ssr: true, routeDiscovery: { mode: 'initial' } } satisfies Config
