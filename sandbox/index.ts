export { type Sandbox, type SandboxOptions, startSandbox } from './server.ts'
