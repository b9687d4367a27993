// Docusaurus loads a theme with `require`, and compiles modules that it gets that way: `import` keeps them as they are.
module.exports = async (context, options) => (await import('./index.js')).default(context, options);
