export type { SandboxOptions } from './options.ts'
export { type Sandbox, startSandbox } from './server.ts'
