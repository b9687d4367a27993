/** A question that somebody asks an agent about a site, and what the text of a page says that answers it. */
export interface Task {
  readonly question: string;
  readonly answer: RegExp;
}

export const ofRedis: readonly Task[] = [
  { question: 'How do I set a key that expires after 60 seconds?', answer: /\bEX(?:PIRE \S+)? (?:60|seconds)/ },
  { question: 'Which port does Redis Sentinel listen on by default?', answer: /26379/ },
  { question: 'How can I iterate over all keys without blocking the server?', answer: /\bSCAN\b/ },
  { question: 'What is the time complexity of adding a member to a sorted set?', answer: /O\(log\(?N\)?/i },
  { question: 'How many hash slots does a Redis cluster have?', answer: /16,?384/ },
  { question: 'How do I turn on the append-only file?', answer: /appendonly yes/ },
  { question: 'What is the maximum size of a string?', answer: /512 ?MB/ },
  { question: 'Which eviction policy removes the least recently used keys?', answer: /allkeys-lru/ },
  { question: 'How do I install the Python client?', answer: /pip install redis/ },
  { question: 'How do I create an HNSW vector index?', answer: /VECTOR"?'?,? HNSW|HNSW.*(?:TYPE|DIM)/s },
  { question: 'How do I find out which commands are slow?', answer: /SLOWLOG GET|slowlog-log-slower-than/i },
  { question: 'How do I install Redis on macOS with Homebrew?', answer: /brew (?:tap|install)/ },
];

export const ofTheBook: readonly Task[] = [
  { question: 'How do I install Rust on Linux?', answer: /sh\.rustup\.rs/ },
  {
    question: 'What happens when an integer overflows in a release build?',
    answer: /two’s complement wrapping|wrap around/i,
  },
  { question: 'How do I make a variable mutable?', answer: /`mut`|let mut / },
  { question: 'How do I return a value from a loop?', answer: /after the `break` expression|break counter/ },
  { question: 'Why can a string not be indexed?', answer: /bytes|UTF-8/ },
  { question: 'How do I insert a value into a hash map only if the key is missing?', answer: /or_insert/ },
  { question: 'What does the question mark operator do?', answer: /\? operator|`\?`/ },
  { question: 'How do I test that code panics?', answer: /should_panic/ },
  { question: 'How do I share a mutex between several threads?', answer: /Arc<Mutex|Arc::new\(Mutex/ },
  { question: 'How do I show a backtrace?', answer: /RUST_BACKTRACE=1/ },
  { question: 'How do I publish a crate?', answer: /cargo publish/ },
  { question: 'What are the three rules of lifetime elision?', answer: /first rule/i },
];

export const ofTheDocumentation: readonly Task[] = [
  { question: 'How do I start a server for a folder of Markdown?', answer: /catchword serve/ },
  { question: 'How many results may one query have?', answer: /1 to 100/ },
  { question: 'How do I find dead links?', answer: /catchword check/ },
  { question: 'How long may a feedback message be?', answer: /4,?000|message.*characters/i },
  { question: 'How do I run it behind nginx?', answer: /proxy_pass/ },
  { question: 'How do I give a page another title in search results?', answer: /title:/ },
  { question: 'What is a strong validator?', answer: /ETag|entity tag/i },
  { question: 'How do I connect Claude Code?', answer: /claude mcp add/ },
  { question: 'How do I add a synonym?', answer: /synonyms/ },
  { question: 'Which environment variable sets the port?', answer: /CATCHWORD_PORT/ },
  { question: 'How do several nodes share feedback?', answer: /PostgreSQL/ },
  { question: 'How do I get a page as Markdown?', answer: /\.md\b/ },
];
