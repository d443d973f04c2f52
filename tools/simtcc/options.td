// SPDX-License-Identifier: Apache-2.0
/// The command line of simtcc: the options of nvcc (CUDA Compiler Driver NVCC, "NVCC Command
/// Options"). Read by llvm-tblgen; options.cpp gives them their meaning.
///
/// A help text documents an option for --help. In the group `unsupported` it is the reason that the
/// error message gives instead.
include "llvm/Option/OptParser.td"

/// Cannot matter here: taken and ignored.
def accepted_group : OptionGroup<"accepted">;
/// Would change what comes out and is not supported: an error that names the option.
def unsupported_group : OptionGroup<"unsupported">;

class Short<string name> : Flag<["-"], name>;
class Long<string name> : Flag<["-", "--"], name>;
class ShortValue<string name> : JoinedOrSeparate<["-"], name>;

/// `--name value` and `--name=value`, with one dash or two.
multiclass Value<string name> {
  def NAME : Separate<["-", "--"], name>;
  def NAME#_equals : Joined<["-", "--"], name#"=">, Alias<!cast<Option>(NAME)>;
}
multiclass ValueHelp<string name, string metavar, string help> {
  def NAME : Separate<["-", "--"], name>, MetaVarName<metavar>, HelpText<help>;
  def NAME#_equals : Joined<["-", "--"], name#"=">, Alias<!cast<Option>(NAME)>;
}
multiclass ValueAlias<string name, Option target> {
  def NAME : Separate<["-", "--"], name>, Alias<target>;
  def NAME#_equals : Joined<["-", "--"], name#"=">, Alias<target>;
}
/// `-Xvalue`, `-X value`, `-X=value`, `--long value`, `--long=value`.
multiclass Letter<string letter, string long, string metavar, string help> {
  def NAME : ShortValue<letter>, MetaVarName<metavar>, HelpText<help>;
  def NAME#_equals : Joined<["-"], letter#"=">, Alias<!cast<Option>(NAME)>;
  defm NAME#_long : ValueAlias<long, !cast<Option>(NAME)>;
}
multiclass AcceptedValue<string name> {
  def NAME : Separate<["-", "--"], name>, Group<accepted_group>;
  def NAME#_equals : Joined<["-", "--"], name#"=">, Group<accepted_group>;
}
class Accepted<string name> : Long<name>, Group<accepted_group>;
class Unsupported<string name, string reason>
    : Long<name>, Group<unsupported_group>, HelpText<reason>, Flags<[HelpHidden]>;
class UnsupportedJoined<string name, string reason>
    : Joined<["-", "--"], name>, Group<unsupported_group>, HelpText<reason>, Flags<[HelpHidden]>;

// ---- What to do ------------------------------------------------------------------------------
def compile : Short<"c">, HelpText<"Compile each source to an object file">;
def compile_long : Long<"compile">, Alias<compile>;
def dc : Long<"dc">, HelpText<"Same as -rdc=true -c">;
def dc_long : Long<"device-c">, Alias<dc>;
def dw : Long<"dw">, HelpText<"Same as -rdc=false -c">;
def dw_long : Long<"device-w">, Alias<dw>;
def dlink : Long<"dlink">, HelpText<"Write the object that device linking gives">;
def dlink_long : Long<"device-link">, Alias<dlink>;
def link : Long<"link">, HelpText<"Compile and link (the default)">;
def lib : Long<"lib">, HelpText<"Compile and put the objects into a static library">;
def shared : Long<"shared">, HelpText<"Link a shared library">;
def preprocess : Short<"E">, HelpText<"Preprocess only, as the host sees the source">;
def preprocess_long : Long<"preprocess">, Alias<preprocess>;
defm output : Letter<"o", "output-file", "<file>", "Name of the output">;
defm output_directory : ValueHelp<"odir", "<directory>", "Where outputs without -o go">;
defm output_directory_long : ValueAlias<"output-directory", output_directory>;
defm language : Letter<"x", "language", "c|c++|cu", "Language of the sources, whatever their names">;
def run : Unsupported<"run", "start the program yourself">;

// ---- Dependency files ------------------------------------------------------------------------
def M : Short<"M">, HelpText<"Write a make rule with the included files, and compile nothing">;
def M_long : Long<"generate-dependencies">, Alias<M>;
def MM : Short<"MM">, HelpText<"As -M, without system headers">;
def MM_long : Long<"generate-nonsystem-dependencies">, Alias<MM>;
def MD : Short<"MD">, HelpText<"As -M, beside compiling">;
def MD_long : Long<"generate-dependencies-with-compile">, Alias<MD>;
def MMD : Short<"MMD">, HelpText<"As -MM, beside compiling">;
def MMD_long : Long<"generate-nonsystem-dependencies-with-compile">, Alias<MMD>;
def MP : Short<"MP">, HelpText<"Add an empty rule for each included file">;
def MP_long : Long<"generate-dependency-targets">, Alias<MP>;
defm MF : Letter<"MF", "dependency-output", "<file>", "Where to write the rule">;
defm MT : Letter<"MT", "dependency-target-name", "<target>", "The rule's target">;

// ---- Language --------------------------------------------------------------------------------
defm define : Letter<"D", "define-macro", "<macro[=value]>", "Define a macro">;
defm undefine : Letter<"U", "undefine-macro", "<macro>", "Undefine a macro">;
defm include_path : Letter<"I", "include-path", "<directory>", "Search for headers here">;
defm system_include : ValueHelp<"isystem", "<directory>", "Search for system headers here">;
defm system_include_long : ValueAlias<"system-include", system_include>;
defm pre_include : ValueHelp<"include", "<file>", "Include a file first">;
defm pre_include_long : ValueAlias<"pre-include", pre_include>;
defm standard : ValueHelp<"std", "<c++NN>", "Language standard: c++11 to c++23, default C++17">;
def relaxed_constexpr : Long<"expt-relaxed-constexpr">,
    HelpText<"Let device code call host constexpr functions">;
def extended_lambda : Long<"extended-lambda">,
    HelpText<"Allow __device__ and __host__ __device__ lambdas">;
def extended_lambda_old : Long<"expt-extended-lambda">, Alias<extended_lambda>;
defm default_stream : ValueHelp<"default-stream", "legacy|per-thread|null",
                                "What the null stream means">;
defm gpu_architecture : ValueHelp<"arch", "<sm_NN>",
                                  "Architecture that __CUDA_ARCH__ tells, default sm_90">;
defm gpu_architecture_long : ValueAlias<"gpu-architecture", gpu_architecture>;
defm gpu_code : ValueHelp<"code", "<sm_NN>", "Checked; one image runs on every architecture">;
defm gpu_code_long : ValueAlias<"gpu-code", gpu_code>;
defm gencode : ValueHelp<"gencode", "arch=<>,code=<>",
                         "Of several, the newest one up to sm_90 is taken">;
defm gencode_long : ValueAlias<"generate-code", gencode>;
defm rdc : ValueHelp<"rdc", "true|false", "Device code may refer to that of other files">;
defm rdc_long : ValueAlias<"relocatable-device-code", rdc>;
def use_fast_math : Long<"use_fast_math">, HelpText<"Fast forms of the math functions">;
defm ftz : ValueHelp<"ftz", "true|false", "Flush denormal floats to zero">;
defm fmad : ValueHelp<"fmad", "true|false", "Contract multiplications and additions">;

// ---- Code ------------------------------------------------------------------------------------
defm optimize : Letter<"O", "optimize", "0..3",
                       "Level for host code, default 0, and for kernels, default 2">;
def debug : Short<"g">, HelpText<"Debug information">;
def debug_long : Long<"debug">, Alias<debug>;
def device_debug : Short<"G">, HelpText<"Debug information, and kernels without optimisation">;
def device_debug_long : Long<"device-debug">, Alias<device_debug>;
defm images : ValueHelp<"simt-images", "fast[,checked]",
                        "Forms of the kernels that objects carry, default fast,checked">;
def profile : Long<"pg">, HelpText<"Instrument host code for gprof">;
def profile_long : Long<"profile">, Alias<profile>;
def warning : Joined<["-"], "W">, MetaVarName<"<warning>">, HelpText<"Control a warning">;
defm werror : ValueHelp<"Werror", "<kind>", "Turn a kind of warnings, or all-warnings, to errors">;
def no_warnings : Short<"w">, HelpText<"No warnings">;
def no_warnings_long : Long<"disable-warnings">, Alias<no_warnings>;

// ---- Linking ---------------------------------------------------------------------------------
defm library : Letter<"l", "library", "<name>", "Link with a library">;
defm library_path : Letter<"L", "library-path", "<directory>", "Search for libraries here">;

// ---- Tools -----------------------------------------------------------------------------------
defm Xcompiler : ValueHelp<"Xcompiler", "<option,...>", "Options for the host compiler">;
defm Xcompiler_long : ValueAlias<"compiler-options", Xcompiler>;
defm Xlinker : ValueHelp<"Xlinker", "<option,...>", "Options for the linker">;
defm Xlinker_long : ValueAlias<"linker-options", Xlinker>;
defm Xarchive : ValueHelp<"Xarchive", "<option,...>", "Options for the library manager">;
defm Xarchive_long : ValueAlias<"archive-options", Xarchive>;
defm compiler_bindir : ValueHelp<"ccbin", "<path>", "Compiler for C and C++ sources">;
defm compiler_bindir_long : ValueAlias<"compiler-bindir", compiler_bindir>;
def forward_unknown : Long<"forward-unknown-to-host-compiler">,
    HelpText<"Pass unknown options to the host compiler">;
def forward_unknown_linker : Long<"forward-unknown-to-host-linker">,
    HelpText<"Pass unknown options to the linker">;
def forward_unknown_opts : Long<"forward-unknown-opts">,
    HelpText<"Both of the former">;
defm threads : Letter<"t", "threads", "<n>", "Compile up to n sources at a time; 0: one a processor">;
defm options_file : ValueHelp<"optf", "<file>", "Read further options from a file">;
defm options_file_long : ValueAlias<"options-file", options_file>;

// ---- Looking on ------------------------------------------------------------------------------
def verbose : Short<"v">, HelpText<"Show the commands">;
def verbose_long : Long<"verbose">, Alias<verbose>;
def dryrun : Long<"dryrun">, HelpText<"Show the commands and run none">;
def dryrun_long : Long<"dry-run">, Alias<dryrun>;
def keep : Long<"keep">, HelpText<"Keep intermediate files, in the working directory">;
def keep_old : Long<"save-temps">, Alias<keep>;
defm keep_directory : ValueHelp<"keep-dir", "<directory>", "Keep intermediate files there">;
def help : Short<"h">, HelpText<"Show this text">;
def help_long : Long<"help">, Alias<help>;
def version : Long<"version">, HelpText<"Show the version">;
def version_short : Short<"V">, Alias<version>;
def list_gpu_arch : Long<"list-gpu-arch">, HelpText<"List the architectures">;
def list_gpu_code : Long<"list-gpu-code">, HelpText<"List the architectures, as sm_NN">;

// ---- Accepted --------------------------------------------------------------------------------
def lineinfo : Accepted<"lineinfo">;
def lineinfo_long : Accepted<"generate-line-info">;
def m64 : Accepted<"m64">;
def restrict_pointers : Accepted<"restrict">;
def restrict_long : Accepted<"kernel-pointer-restrict">;
def ewp : Accepted<"ewp">;
def extensible_whole_program : Accepted<"extensible-whole-program">;
def dlto : Accepted<"dlto">;
def dlink_time_opt : Accepted<"dlink-time-opt">;
def gen_opt_lto : Accepted<"gen-opt-lto">;
def extra_device_vectorization : Accepted<"extra-device-vectorization">;
def res_usage : Accepted<"res-usage">;
def resource_usage : Accepted<"resource-usage">;
def source_in_ptx : Accepted<"src-in-ptx">;
def source_in_ptx_long : Accepted<"source-in-ptx">;
def no_compress : Accepted<"no-compress">;
def allow_unsupported_compiler : Accepted<"allow-unsupported-compiler">;
def no_device_link : Accepted<"nodlink">;
def no_host_device_initializer_list : Accepted<"nohdinitlist">;
def no_profile : Accepted<"noprof">;
def dont_use_profile : Accepted<"dont-use-profile">;
def display_error_number : Accepted<"display-error-number">;
def no_display_error_number : Accepted<"no-display-error-number">;
def err_no : Accepted<"err-no">;
def no_err_no : Accepted<"no-err-no">;
def brief_diagnostics : Accepted<"brief-diag">;
def disable_compiler_cache : Accepted<"dont-use-cache">;
def minimal : Accepted<"minimal">;
def no_host_device_move_forward : Accepted<"no-host-device-move-forward">;
def host_linker_script : Accepted<"hls">;
defm device_stack_protector_value : AcceptedValue<"device-stack-protector">;
def fast_compile : Joined<["-", "--"], "Ofast-compile=">, Group<accepted_group>;
def fast_compile_short : Joined<["-"], "Ofc=">, Group<accepted_group>;
defm maxrregcount : AcceptedValue<"maxrregcount">;
defm Xptxas : AcceptedValue<"Xptxas">;
defm Xptxas_long : AcceptedValue<"ptxas-options">;
defm Xnvlink : AcceptedValue<"Xnvlink">;
defm Xnvlink_long : AcceptedValue<"nvlink-options">;
defm Xcudafe : AcceptedValue<"Xcudafe">;
defm Xnvvm : AcceptedValue<"Xnvvm">;
defm Xcicc : AcceptedValue<"Xcicc">;
defm Xfatbin : AcceptedValue<"Xfatbin">;
defm dopt : AcceptedValue<"dopt">;
defm dopt_long : AcceptedValue<"optimize-device">;
defm prec_div : AcceptedValue<"prec-div">;
defm prec_sqrt : AcceptedValue<"prec-sqrt">;
defm cudart : AcceptedValue<"cudart">;
defm cudadevrt : AcceptedValue<"cudadevrt">;
defm machine : AcceptedValue<"machine">;
defm split_compile : AcceptedValue<"split-compile">;
defm diag_error : AcceptedValue<"diag-error">;
defm diag_warn : AcceptedValue<"diag-warn">;
defm diag_suppress : AcceptedValue<"diag-suppress">;
defm compress_mode : AcceptedValue<"compress-mode">;
defm dlcm : AcceptedValue<"dlcm">;
defm opt_info : AcceptedValue<"opt-info">;
defm library_directory : AcceptedValue<"ldir">;
defm target_directory : AcceptedValue<"target-dir">;
defm jump_table_density : AcceptedValue<"jump-table-density">;
defm static_global_template_stub : AcceptedValue<"static-global-template-stub">;
defm device_entity_visibility : AcceptedValue<"device-entity-has-hidden-visibility">;
defm template_backtrace_limit : AcceptedValue<"ftemplate-backtrace-limit">;
defm template_depth : ValueHelp<"ftemplate-depth", "<n>", "Depth of template instantiation">;

// ---- Unsupported -----------------------------------------------------------------------------
def ptx : Unsupported<"ptx", "kernels are compiled to host code, not to PTX">;
def cubin : Unsupported<"cubin", "kernels are compiled to host code, not to GPU code">;
def fatbin : Unsupported<"fatbin", "kernels are compiled to host code, not to GPU code">;
def optix_ir : Unsupported<"optix-ir", "OptiX programs cannot run">;
def ltoir : Unsupported<"ltoir", "there is no device linker to optimise in">;
def cuda_output : Unsupported<"cuda", "there is no intermediate C++ source to write">;
def m32 : Unsupported<"m32", "CUDA has no 32-bit host platform any more">;
def no_exceptions : Unsupported<"noeh", "use -Xcompiler -fno-exceptions">;
def time : UnsupportedJoined<"time", "times of the passes are not recorded">;
def clean : Unsupported<"clean", "nothing tells which files a build wrote">;
def instantiate : Unsupported<"fdevice-syntax-only", "host and device code are checked together">;
def time_trace : UnsupportedJoined<"fdevice-time-trace", "use -Xcompiler -ftime-trace">;
def relocatable_ptx : Unsupported<"reloc-ptx", "kernels are compiled to host code, not to PTX">;
