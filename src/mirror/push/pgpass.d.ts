declare module 'pgpass' {
  interface Login {
    readonly host: string;
    readonly port: number;
    readonly database: string;
    readonly user: string;
  }
  /** Reads the password of the first line that fits; undefined if there is none. */
  function pgpass(login: Login, done: (password: string | undefined) => void): void;
  namespace pgpass {
    /** Sets the stream for warnings that say why a file is not used. */
    function warnTo(stream: import('node:stream').Writable): void;
  }
  export = pgpass;
}
