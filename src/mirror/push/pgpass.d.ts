declare module 'pgpass' {
  const pgpass: {
    /** Reads the password of the first line that fits; undefined if there is none. */
    (
      login: Readonly<Record<'host' | 'database' | 'user', string> & { port: number }>,
      done: (password: string | undefined) => void,
    ): void;
    /** Sets the stream for warnings that say why a file is not used. */
    warnTo(stream: import('node:stream').Writable): void;
  };
  export = pgpass;
}
